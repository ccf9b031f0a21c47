import type { Hash } from '#base';

/** A workspace as it is kept: its text, and what a list shows of it. Times are milliseconds since the epoch. */
export interface StoredWorkspace {
  readonly id: string;
  readonly name: string;
  /**
   * The document as `plan.write` gives it; the text that it came as, until the first edit is saved (case A9); or the
   * untouched text of one that can only be read (case A8).
   */
  readonly text: string;
  readonly hash: Hash;
  /** Counts the texts that were saved. Whoever saves names the revision that it has read. */
  readonly revision: number;
  readonly updatedAt: number;
  /** Hash of the content that the user trusted (T1); null: restricted. */
  readonly trusted: Hash | null;
  /** Nothing of it came from outside, but what ships with the app: the person's default fills its slots (W7). */
  readonly madeHere?: boolean;
}

export type WorkspaceSummary = Omit<StoredWorkspace, 'text'>;

export interface WorkspaceDraft {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly hash: Hash;
  readonly trusted: Hash | null;
  /** As it is stored where nothing is said. */
  readonly madeHere?: boolean;
  /** The revision that this one follows; 0 for a new workspace. */
  readonly revision: number;
  /** The checkpoint that an earlier conflict of this tab made: what is newer takes its place. */
  readonly conflict?: number | null;
}

/**
 * W6: two tabs on one workspace never overwrite each other. On a conflict the other's text stays, and ours is kept
 * as a checkpoint.
 */
export type Saved =
  | { readonly kind: 'saved'; readonly revision: number }
  | { readonly kind: 'conflict'; readonly stored: StoredWorkspace | null; readonly checkpoint: number };

/** Why a state was kept: the user named it, or by itself before or in place of something. */
export type CheckpointReason =
  | 'named'
  /** Before an edit, when the last one was a while ago. */
  | 'edited'
  | 'import'
  | 'revert'
  /** In place of a save: another tab had saved first. */
  | 'conflict';

export interface Checkpoint {
  readonly key: number;
  readonly workspace: string;
  readonly reason: CheckpointReason;
  /** The name that the user gave it; null for what was kept by itself. */
  readonly label: string | null;
  readonly at: number;
  readonly hash: Hash;
  readonly text: string;
  /** Whether its content was trusted when it was kept (T1). */
  readonly trusted: boolean;
}

export type CheckpointDraft = Omit<Checkpoint, 'key' | 'at'>;
/** A line of the list. */
export type CheckpointSummary = Omit<Checkpoint, 'text'>;

export interface Workspaces {
  /** Newest first. */
  list(): Promise<readonly WorkspaceSummary[]>;
  read(id: string): Promise<StoredWorkspace | null>;
  /** The workspace with this content, whatever its id: the same link is offered once (case A6). */
  findByHash(hash: Hash): Promise<WorkspaceSummary | null>;
  /** @throws StorageError */
  save(draft: WorkspaceDraft): Promise<Saved>;
  /**
   * Keeps a state of a workspace. Returns its key.
   *
   * @throws StorageError
   */
  checkpoint(draft: CheckpointDraft): Promise<number>;
  /** What is kept of a workspace, newest first. */
  history(id: string): Promise<readonly CheckpointSummary[]>;
  readCheckpoint(key: number): Promise<Checkpoint | null>;
  removeCheckpoint(key: number): Promise<void>;
  /** Deletes it for good, with its checkpoints, runs and ledgers (case H9). */
  remove(id: string): Promise<void>;
  /** Called with what is stored now, and whenever any tab has saved it. */
  watch(id: string, listener: (workspace: StoredWorkspace | null) => void): () => void;
}

/** History takes a state by itself at most this often, in milliseconds. */
const HISTORY_INTERVAL_MS = 5 * 60_000;
/** Most states that history keeps of a workspace; named checkpoints and lost races do not count. */
const HISTORY_LENGTH = 50;

/** Trust alone is no revision: whoever has read the same text goes on from it. */
function revisionAfter(stored: StoredWorkspace | undefined, draft: WorkspaceDraft): number {
  return stored !== undefined && stored.text === draft.text ? stored.revision : draft.revision + 1;
}

/** What a save leaves: of where a workspace came from as much as it was told, now or before. */
export function storedAfter(
  stored: StoredWorkspace | undefined,
  draft: WorkspaceDraft,
  now: number,
): StoredWorkspace {
  const { conflict: _conflict, ...content } = draft;
  const madeHere = draft.madeHere ?? stored?.madeHere ?? false;
  return { ...content, madeHere, revision: revisionAfter(stored, draft), updatedAt: now };
}

/** Whether history may drop it once there are newer ones. */
export function isPassing({ reason }: Pick<Checkpoint, 'reason'>): boolean {
  return reason === 'edited' || reason === 'import' || reason === 'revert';
}

/** The content of a workspace as something to keep. */
export function checkpointOf(
  { id, hash, text, trusted }: Pick<StoredWorkspace, 'id' | 'hash' | 'text' | 'trusted'>,
  reason: Exclude<CheckpointReason, 'named'>,
): CheckpointDraft {
  return { workspace: id, reason, label: null, hash, text, trusted: trusted === hash };
}

/**
 * Whether history takes a state that is about to be replaced: the last that it took was a while ago, and the newest
 * that is kept, for whatever reason, is another one.
 *
 * @param kept what is kept of the workspace, oldest first
 */
export function isWorthKeeping(
  { hash }: Pick<StoredWorkspace, 'hash'>,
  kept: readonly CheckpointSummary[],
  now: number,
): boolean {
  const last = kept.findLast(isPassing);
  return (last === undefined || now - last.at >= HISTORY_INTERVAL_MS) && kept.at(-1)?.hash !== hash;
}

/** Keys of what has to go so that there is room for one more, of what history may drop, oldest first. */
export function surplus(passing: readonly CheckpointSummary[]): readonly number[] {
  return passing.slice(0, Math.max(0, passing.length + 1 - HISTORY_LENGTH)).map(({ key }) => key);
}
