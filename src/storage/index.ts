export type { AttemptLine } from './attempts';
export { SHORTEST_PASSPHRASE } from './connectionProblems';
export { type Connected, DEFAULT_SLOT, type VaultEntry } from './connections';
export { pageLocks } from './locks';
export { openStorage } from './openStorage';
export { runBookOf } from './runBook';
export type { RunSummary } from './runs';
export { canSeal, type Keeping } from './sealing';
export type { StorageTrouble } from './standing';
export type { Kept, Storage } from './storage';
export { Vault } from './vault';
export type {
  CheckpointDraft,
  CheckpointReason,
  CheckpointSummary,
  StoredWorkspace,
  WorkspaceDraft,
  WorkspaceSummary,
} from './workspaces';
