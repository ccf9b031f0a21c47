export { BEHAVIOUR_FLAGS } from './behaviour';
export { forbiddenBy } from './closure';
export {
  type AskingCall,
  type Command,
  type CommandKind,
  dueAt,
  isBound,
  isForServer,
  type PlanAgain,
  type PlanCommand,
  type TimerCommand,
  type Wish,
} from './command';
export { type Commit, seal } from './commit';

export { objectIn } from './dialogue/dialogue';
export { criteriaMet, goalTold } from './dialogue/wording';
export { type Doubt, doubtInWords } from './doubt';
export type { Entry, EntryKind, EntryOf, PlanChoice, RankedCandidate } from './entry';
export {
  type AskAgain,
  type Budget,
  type BudgetPart,
  type Closure,
  type DefinitionEdit,
  type DependencyEnd,
  type EndStatus,
  type Fact,
  type FactType,
  type GivenInput,
  type GivenSession,
  type Goal,
  type LedgerDetail,
  type PauseReason,
  type Pin,
  type Pinned,
  type PinnedEnd,
  type PinnedPlace,
  type PlanAttempt,
  type Recorded,
  type RefusedField,
  type Reuse,
  type RunError,
  type RunLabels,
  type RunLimits,
  type RunPolicy,
  type RunStarted,
  recordIn,
  type StepMode,
  type Usage,
  type WaitFor,
} from './fact';
export { reduceLedger } from './ledger/reduce';
export {
  changeIn,
  type Difference,
  fold,
  type Replay,
  readLedger,
  replay,
  writeLedger,
} from './ledger/replay';

export { type MachineInRun, machinesIn } from './machine/machine';
export { orderByReliability } from './modelChoice';
export type { ModelChoice, ModelMeasure, RankedModel } from './modelMeasure';
export { modelAskedBy, needOf } from './need';
export { destinationIn } from './outbound';

export { persist, restore } from './persist';
export { type Proposal, proposalAt } from './proposal';
export { type ForkEdits, recordOf } from './recordOf';
export { keyOf, placeOf } from './reuse/match';

export type { RunState } from './state';
export { isFinished, type KernelStatus, openCommands, statusOf } from './status';
export { type Step, step } from './step';
export type { Stop } from './stop';
export { runVariables } from './variables';
