export type { AttemptLine } from './attempts';
export { type Locks, pageLocks, webLocks } from './locks';
export { openStorage, type StorageOptions } from './openStorage';
export type { RunFilter, RunOrigin, RunSummary, Runs, RunWriter } from './runs';
export type { StorageTrouble } from './standing';
export type { Kept, Settings, Storage, Usage } from './storage';
export { type Connected, Vault, type VaultEntry } from './vault';
export type {
  Checkpoint,
  CheckpointDraft,
  CheckpointReason,
  CheckpointSummary,
  Saved,
  StoredWorkspace,
  WorkspaceDraft,
  WorkspaceSummary,
  Workspaces,
} from './workspaces';
