import type { Blobs } from '#runtime';
import type { Pins } from './pins';
import type { Runs } from './runs';
import type { KeptSessions } from './sessions';
import type { Settings } from './settings';
import type { StorageTrouble } from './standing';
import type { Vault } from './vault';
import type { Workspaces } from './workspaces';

export type { Settings } from './settings';

/** Space, in bytes, as the browser tells it; null where it tells nothing. */
export interface Usage {
  readonly used: number | null;
  readonly free: number | null;
  /** Whether the browser has promised not to evict it. */
  readonly persisted: boolean;
}

/** What is kept, by its table. */
export type Kept =
  | 'workspaces'
  | 'checkpoints'
  | 'runs'
  | 'settings'
  | 'blobs'
  | 'connections'
  | 'picks'
  | 'sessions';

/**
 * Where this browser keeps things. `memory` means that nothing survives the page: say so, with `trouble` (case H2).
 * Every write that fails throws a `StorageError`; what was there before is still there.
 */
export interface Storage {
  readonly kind: 'indexeddb' | 'memory';
  /** Why nothing is kept from now on; null while everything is. It can come while the page is open (case H4). */
  readonly trouble: StorageTrouble | null;
  /**
   * Tells that `trouble` has changed.
   *
   * @returns a function that ends it
   */
  onTrouble(listener: () => void): () => void;
  /** Everything that this browser holds, as text, where this page could not open it; null where it could, or nothing is there. */
  readonly backup: (() => Promise<string>) | null;
  readonly workspaces: Workspaces;
  readonly runs: Runs;
  /** Files of documents, and values too large for a ledger (W8, V6). What nothing names any more goes by itself. */
  readonly blobs: Blobs;
  readonly settings: Settings;
  readonly vault: Vault;
  readonly pins: Pins;
  readonly sessions: KeptSessions;
  /**
   * Tells what has changed, in this tab or in another.
   *
   * @returns a function that ends it
   */
  onChange(listener: (kept: readonly Kept[]) => void): () => void;
  usage(): Promise<Usage>;
  /** Asks the browser not to evict what is stored (W6). */
  persist(): Promise<boolean>;
  close(): void;
}
