import type { Hash } from '#base';

/** A workspace as it is kept: its text, and what a list shows of it. Times are milliseconds since the epoch. */
export interface StoredWorkspace {
  readonly id: string;
  readonly name: string;
  /** The document as `plan.write` gives it, or the untouched text of one that can only be read (case A8). */
  readonly text: string;
  readonly hash: Hash;
  /** Counts the saves. Whoever saves names the revision that it has read. */
  readonly revision: number;
  readonly updatedAt: number;
  /** Hash of the content that the user trusted (T1); null: restricted. */
  readonly trusted: Hash | null;
}

export type WorkspaceSummary = Omit<StoredWorkspace, 'text'>;

export interface WorkspaceDraft {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly hash: Hash;
  readonly trusted: Hash | null;
  /** The revision that this one follows; 0 for a new workspace. */
  readonly revision: number;
}

/**
 * W6: two tabs on one workspace never overwrite each other. On a conflict the other's text stays, and ours is kept
 * as a checkpoint.
 */
export type Saved =
  | { readonly kind: 'saved'; readonly revision: number }
  | { readonly kind: 'conflict'; readonly stored: StoredWorkspace | null; readonly checkpoint: number };

export interface Checkpoint {
  readonly key: number;
  readonly workspace: string;
  /** The name that the user gave it; null for one that history took by itself. */
  readonly label: string | null;
  readonly at: number;
  readonly hash: Hash;
  readonly text: string;
}

export interface Workspaces {
  /** Newest first. */
  list(): Promise<readonly WorkspaceSummary[]>;
  read(id: string): Promise<StoredWorkspace | null>;
  /** The workspace with this content, whatever its id: the same link is offered once (case A6). */
  findByHash(hash: Hash): Promise<WorkspaceSummary | null>;
  /** @throws StorageError */
  save(draft: WorkspaceDraft): Promise<Saved>;
  /** Named by the user. Returns its key. */
  checkpoint(id: string, label: string, text: string, hash: Hash): Promise<number>;
  /** Checkpoints and history, newest first, without their texts. */
  history(id: string): Promise<readonly Omit<Checkpoint, 'text'>[]>;
  readCheckpoint(key: number): Promise<Checkpoint | null>;
  /** Deletes it for good, with its checkpoints, runs and ledgers (case H9). */
  remove(id: string): Promise<void>;
  /** Called when another tab has saved it. */
  watch(id: string, listener: (workspace: StoredWorkspace | null) => void): () => void;
}

/** History takes a state by itself at most this often, in milliseconds. */
export const HISTORY_INTERVAL_MS = 5 * 60_000;
/** Most states that history keeps of a workspace; named checkpoints do not count. */
export const HISTORY_LENGTH = 50;
export const CONFLICT_LABEL = 'Kept when another tab had saved first';
