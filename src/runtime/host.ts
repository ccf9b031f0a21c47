import type { JsonObject } from '#base';
import type { DependencyEnd } from '#kernel';
import type { Blobs } from './blobs';
import type { Interceptor } from './interceptors';
import type { Capabilities, Clock, Ids, LedgerStore, Models } from './ports';
import type { DocumentReader, ReadDocument } from './readDocument';
import type { Sessions } from './sessions/sessions';
import type { SqlEngine } from './sql';

/** Everything of the outside that a run may use. A page, a process and a test each build their own. */
export interface Host {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ledger: LedgerStore;
  readonly capabilities: Capabilities;
  readonly models: Models;
  /** Where the bytes of files lie (W8). A host without it has no files. */
  readonly blobs?: Blobs;
  /** What sessions hold besides their runs (P16). A host without it keeps none. */
  readonly sessions?: Sessions | undefined;
  /** Answers queries over tables (V6). */
  readonly sql?: SqlEngine;
  /** Reads documents of the workspace. A host without it reads those that hold their text. */
  readonly documents?: DocumentReader;
  /** What planners are told of the workspace's documents: `{ tables, documents }`. */
  describe(documents: readonly ReadDocument[]): JsonObject;
  /** Every secret that is known now; none of them is ever written (cases A11, H6). Asked anew for each fact. */
  secrets?(): readonly string[];
  /**
   * K13: what keeps a call of that model from leaving, in a sentence, because a person has not filled its slot yet; null
   * when nothing does. Without it every call leaves.
   *
   * @param model its id; null for the first
   */
  unconnected?(model: string | null): string | null;
  /** The address behind what a person has put into a slot of the workspace (W7), for its host (P13, P15); null where nothing fills it. */
  addressOf?(slot: string): string | null;
  /**
   * Whether the person has any connection: planners then wait for theirs, and are not replaced by rules. Without it, only
   * filled slots say so.
   */
  hasConnections?(): boolean;
  /** Calls back whenever a slot may have been filled, until the returned function is called. */
  onConnect?(listener: () => void): () => void;
  /** Calls back whenever a file may have come, until the returned function is called. */
  onFile?(listener: () => void): () => void;
  /** Most calls at once; `LIMITS.effectsInFlight` by default, at most `LIMITS.effectsInFlightMax`. */
  readonly effectsInFlight?: number;
  /**
   * How a run that another depends on has ended (M4); resolves when that is so, wherever it is driven. Without it, runs
   * that depend on others stay pending.
   *
   * @param signal aborted when nobody needs to know any more
   */
  ended?(runId: string, signal: AbortSignal): Promise<DependencyEnd>;
  /**
   * Resolves when this device is in a network again (case F8). With it, a call that failed because the device is offline
   * pauses the run, which goes on by itself; without it, such a call fails like any other.
   */
  online?(): Promise<void>;
  /** Hooks around every node (L4); neither the page nor the command line sets any. */
  readonly interceptors?: readonly Interceptor[];
}
