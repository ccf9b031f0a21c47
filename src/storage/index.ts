export type { AttemptLine } from './attempts';
export { SHORTEST_PASSPHRASE } from './connectionProblems';
export { type Connected, DEFAULT_SLOT, type ListedModels, type VaultEntry } from './connections';
export type { NewConnection } from './keyring';
export { type Locks, pageLocks, webLocks } from './locks';
export { openStorage, type StorageOptions } from './openStorage';
export type { RunFilter, RunOrigin, RunSummary, Runs, RunWriter } from './runs';
export { canSeal, type Keeping } from './sealing';
export type { StorageTrouble } from './standing';
export type { Kept, Settings, Storage, Usage } from './storage';
export { type SlotDraft, Vault } from './vault';
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
