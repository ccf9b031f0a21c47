import type { Address, Json } from '#base';
import type { Commit, Fact, PlanCommand, Proposal, StepMode } from '#kernel';
import type { Progress } from './ports';

/** What a call tells while it works, and which call. */
export type Told = readonly [address: Address, progress: Progress];

/** Why a run cannot go on although its plan could: its ledger cannot be written (case H2), or another tab has it (case H3). */
export interface RunTrouble {
  readonly code: 'STORAGE_FULL' | 'STORAGE_REFUSED' | 'STORAGE_STALE_WRITER' | 'RUN_BROKEN';
  readonly message: string;
  readonly help: string;
  /** Whether `retryStorage` can mend it. */
  readonly retryable: boolean;
}

/** How a person settles an effect that may or may not have happened (K6). */
export type Settlement =
  | { readonly kind: 'repeat' }
  | { readonly kind: 'done'; readonly result: Json }
  | { readonly kind: 'fail' };

/**
 * A run that this host drives. Everything that is known of it is in `commits`; the rest is how to steer it.
 * Each command resolves when its fact is durable.
 */
export interface RunHandle {
  readonly runId: string;
  /** The durable commits so far. A new array reference appears with each change. */
  readonly commits: readonly Commit[];
  /** A storage problem that holds the run, else null. Nothing is lost: what could not be written still waits. */
  readonly trouble: RunTrouble | null;
  send(fact: Fact): Promise<void>;
  /** Called once for each commit after it is durable, in order. */
  subscribe(listener: (commit: Commit) => void): () => void;
  /** Tokens and progress as they come: for the screen only, never in the ledger (K9). */
  onProgress(listener: (...told: Told) => void): () => void;
  /** Called when `trouble` appears or goes. */
  onTrouble(listener: (trouble: RunTrouble | null) => void): () => void;
  /** Tries again to write what could not be written. */
  retryStorage(): Promise<void>;
  pause(): Promise<void>;
  /** @param input what a machine that has paused the run is given (M4) */
  resume(input?: Json): Promise<void>;
  step(mode?: StepMode): Promise<void>;
  cancel(reason?: string): Promise<void>;
  /** Answers a HUMAN_INPUT or an approval (L9, L10). */
  answer(address: Address, value: Json): Promise<void>;
  /** The plan that waits for a person's answer at this address, as it is now (D9); null where none does. */
  proposal(address: Address): Proposal | null;
  /**
   * Sends a signal (R16): it is heard by who waits for it, by a machine, or kept for the run; with a `correlationId` it
   * answers that published event alone (M2).
   */
  signal(event: string, data?: Json, correlationId?: string): Promise<void>;
  /** Whether the built-in rules have a plan for what this model is asked. */
  rulesCanPlan(command: PlanCommand): Promise<boolean>;
  /** The person does not wait for the models of that planner: it goes on as when they fail, with the built-in rules (P5). */
  planByRules(call: Address): void;
  settle(address: Address, as: Settlement): Promise<void>;
  /** Resolves when the run is over, or when nothing in it moves by itself: it waits, is paused, or is in trouble. */
  atRest(): Promise<void>;
  /** Resolves when the run is over, or closed here. */
  readonly done: Promise<void>;
  /** Lets go of the run: aborts what is in flight, writes nothing more. The ledger stays as it is (K6). */
  close(): void;
}
