import type { Result } from '#base';
import type { RunError } from '#kernel';
import type { ModelSpec } from '#plan';
import type { CallError, ModelEvent, ModelRequest } from '#runtime';
import type { ConnectionKindId, ModelConnection } from './connection';
import type { KnownServer } from './knownServer';
import type { RequestFields } from './requestFields';
import type { Refused, RefusedCall } from './statusRefusal';
import type { Wire } from './wire';

/** Everything that a kind of connection is. Forms, tests, calls and the doctor ask it, and know no kind by its name. */
export interface ConnectionKind {
  readonly id: ConnectionKindId;
  readonly title: string;
  /** Which servers are of this kind, in one sentence without its end. */
  readonly about: string;
  /** What a person types, in this order. */
  readonly fields: readonly ConnectionField[];
  /** What of a model's settings its servers may understand. */
  readonly can: {
    /** Holding an answer to a JSON schema (P13). */
    readonly structuredOutput: boolean;
  };
  readonly servers: readonly KnownServer[];
  /** What a server is called that is none of these. */
  readonly others: string;
  /** How a request says who asks; nothing without a key. */
  readonly authorize: (key: string | null) => Readonly<Record<string, string>>;
  /** Where calls go, below the address of the connection. */
  readonly callPath: string;
  /** One request to one model. What it throws is read by `modelFailure`. */
  readonly call: (call: ModelCall) => AsyncIterable<ModelEvent>;
  /** The list of its server's models. */
  readonly list: {
    readonly path: string;
    /** Ids of models, from the text of the answer. */
    readonly read: (text: string) => Result<readonly string[], RunError>;
  };
  /** What a status that is no success means. */
  readonly refused: (answer: Refused, call: RefusedCall) => CallError;
}

/** One field of the form of a connection. */
export interface ConnectionField {
  readonly name: 'url' | 'key';
  readonly label: string;
  readonly placeholder?: string;
  readonly hint?: string;
  /** Never shown as it is typed, and kept apart (T2). */
  readonly secret: boolean;
}

/** One request to one model. */
export interface ModelCall {
  readonly spec: ModelSpec;
  readonly connection: ModelConnection;
  readonly request: ModelRequest;
  /** What the server takes of a request. */
  readonly fields: RequestFields;
  readonly wire: Wire;
  readonly signal: AbortSignal;
}
