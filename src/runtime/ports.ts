import type { Address, Json, JsonObject } from '#base';
import type { Commit, RefusedField, Usage, WaitFor } from '#kernel';
import type { CapabilityDescriptor, Catalogue, ModelSpec, WorkspaceDocument } from '#plan';
import type { ReadDocument } from './readDocument';
import type { OpenSession } from './sessions/sessions';
import type { SqlEngine } from './sql';
import type { Tables } from './tables';

/** Milliseconds since the Unix epoch, and timers. The simulated twin is moved by hand. */
export interface Clock {
  now(): number;
  /** Calls back once after `ms`; the returned function withdraws it. */
  after(ms: number, callback: () => void): () => void;
}

/** Fresh ids: the only chance in the house. Seeds are made of them. */
export interface Ids {
  runId(): string;
}

/** What a call tells while it works: for the screen only, never in the ledger (K9). */
export type Progress =
  /** A token of the answer, or a line of progress. */
  | { readonly kind: 'text'; readonly text: string }
  /** What a model thinks before it answers. */
  | { readonly kind: 'reasoning'; readonly text: string }
  /** All text of this call so far was reasoning. */
  | { readonly kind: 'text-was-reasoning' };

/** What a capability gets besides its input (A1). */
export interface CallContext {
  readonly runId: string;
  readonly address: Address;
  /** Equal for every repetition of the same attempt (K6). */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly documents: readonly WorkspaceDocument[];
  /** Where tables lie that are too large to cross a step (V6); a host that keeps no bytes has none. */
  readonly tables?: Tables;
  /** The session that the run belongs to (P16); absent where it belongs to none, or none is kept here. */
  readonly session?: OpenSession;
  /** Answers queries over tables; not every host has an engine. */
  readonly sql?: SqlEngine;
  /**
   * One of them with what is in it, which for a file takes time the first time (W8).
   *
   * @throws CallError `FILE_MISSING`, or why the file cannot be read
   */
  readDocument(document: WorkspaceDocument): Promise<ReadDocument>;
  /** The same models that planners use. */
  readonly models: Models;
  /** What the signal brought that this capability has asked to wait for (L7); undefined at its first call. */
  readonly payload?: Json;
  /** A token or a line of progress, for the screen only: never in the ledger (K9). */
  progress(text: string): void;
}

/** A capability: what is known of it, and how it is run. */
export interface Capability {
  readonly descriptor: CapabilityDescriptor;
  /**
   * It comes to its result by itself, out of its input and the documents: no network, no person. Results of such
   * calls are handed over in the order of the calls, on every host alike (K3).
   */
  readonly isLocal?: boolean;
  /** @throws CallError for an expected failure; anything else becomes `CAPABILITY_THREW`. */
  run(input: Json, context: CallContext): Promise<Json | CallResult>;
}

/** What a call asks of the run besides its result (L7). */
export interface CallFlow {
  /** Its scope, plan or run ends here. */
  readonly break?: 'scope' | 'plan' | 'run';
  /** It is not done, and is to be made again when this signal has come. */
  readonly waitFor?: WaitFor;
}

/** A result with its price. Capabilities without one return the bare JSON. */
export class CallResult {
  readonly value: Json;
  readonly usage: Usage;
  /** What it asks of the run besides (L7). */
  readonly flow: CallFlow;
  constructor(value: Json, usage: Usage = {}, flow: CallFlow = {}) {
    this.value = value;
    this.usage = usage;
    this.flow = flow;
  }
}

/** The capabilities of this host. */
export interface Capabilities {
  readonly catalogue: Catalogue;
  find(id: string): Capability | undefined;
}

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
}

/** A function that a model may call instead of answering. `id` is any text; where a service takes fewer letters, `Models` translates. */
export interface ModelTool {
  readonly id: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: JsonObject;
}

export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  /** Ask for JSON of this schema, where the model can. */
  readonly schema?: JsonObject;
  /** Functions to offer, where the model can call them. */
  readonly tools?: readonly ModelTool[];
  /** The messages to send instead where neither schema nor functions bind the reply: they say it in words (P13). */
  readonly unbound?: readonly ModelMessage[];
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly seed?: number;
}

/** Why a model stopped; `length` is its token limit, `other` a reason that nobody here knows. */
export type FinishReason = 'stop' | 'length' | 'content-filter' | 'refusal' | 'tool-calls' | 'other';

/** What comes back while a model answers; `done` is the last on success. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** The text so far was reasoning: its end is marked, its beginning was not. */
  | { readonly type: 'text-was-reasoning' }
  /** The model calls a function instead of answering: `name` is the id of the tool, `arguments` the JSON text that it wrote. */
  | { readonly type: 'tool-call'; readonly name: string; readonly arguments: string }
  /** Neither schema nor functions bind the reply: the server was sent the `unbound` messages. */
  | { readonly type: 'unbound' }
  /** These settings are not sent: the server is known to refuse them. */
  | { readonly type: 'not-sent'; readonly settings: readonly ('temperature' | 'seed')[] }
  /** The server refused the request for this field, and it was sent once more without it or under another name. */
  | ({ readonly type: 'refused-field' } & RefusedField)
  | { readonly type: 'done'; readonly usage: Usage; readonly finishReason: FinishReason };

/** One step of one model, streamed. No retries and no tool loop inside (P5): both belong to the kernel. */
export interface Models {
  readonly list: readonly ModelSpec[];
  /** @throws CallError with a distinct code for each kind of refusal (case F8). */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** Where the commits of one run are kept. One `append` is one transaction (K3). */
export interface LedgerStore {
  /**
   * Appends commits that arrived together.
   *
   * @throws StorageError when they are not durable; then none of them is.
   */
  append(runId: string, commits: readonly Commit[]): Promise<void>;
  read(runId: string): Promise<readonly Commit[]>;
}

/** Storage refused or is full: the run pauses before anything is lost (case H2). */
export class StorageError extends Error {
  readonly code: 'STORAGE_FULL' | 'STORAGE_REFUSED' | 'STORAGE_STALE_WRITER';
  constructor(code: StorageError['code'], message: string) {
    super(message);
    this.name = 'StorageError';
    this.code = code;
  }
}
