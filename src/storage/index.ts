export type { AttemptLine } from './attempts';
export { SHORTEST_PASSPHRASE } from './connectionProblems';
export { type Connected, DEFAULT_SLOT, type VaultEntry } from './connections';
export type { NewConnection } from './keyring';
export { pageLocks } from './locks';
export { openStorage } from './openStorage';
export type { Pins } from './pins';
export { runBookOf } from './runBook';
export type { PlanEdit, RunOrigin, RunSummary, Runs } from './runs';
export { canSeal, type Keeping } from './sealing';
export type { KeptSessions } from './sessions';
export type { StorageTrouble } from './standing';
export type { Kept, Settings, Storage, Usage } from './storage';
export { Vault } from './vault';
export type {
  Checkpoint,
  CheckpointDraft,
  CheckpointReason,
  CheckpointSummary,
  StoredWorkspace,
  WorkspaceDraft,
  WorkspaceSummary,
  Workspaces,
} from './workspaces';
