export { forbiddenBy, type ModelMeasure, orderByReliability } from './closure';
export {
  type AskingCall,
  type Command,
  type Doubt,
  doubtInWords,
  dueAt,
  isBound,
  isForServer,
  type PlanAgain,
  type PlanCommand,
  type TimerCommand,
} from './command';
export { objectIn } from './dialogue/dialogue';
export { criteriaMet, goalTold } from './dialogue/wording';
export type { Entry, PlanChoice, RankedCandidate } from './entry';
export {
  type AskAgain,
  BEHAVIOUR_FLAGS,
  type Budget,
  type BudgetPart,
  type Closure,
  type DefinitionEdit,
  type DependencyEnd,
  type EndStatus,
  type Fact,
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
  type Stop,
  type Usage,
  type WaitFor,
} from './fact';
export {
  type Commit,
  changeIn,
  type Difference,
  fold,
  type Replay,
  readLedger,
  replay,
  seal,
  writeLedger,
} from './ledger/ledger';
export { type ForkEdits, recordOf } from './ledger/recordOf';
export { reduceLedger } from './ledger/reduce';
export { machinesIn } from './machine/machine';
export { modelAskedBy, needOf } from './need';

export { persist, restore } from './persist';
export { destinationIn } from './policies';
export { type Proposal, proposalAt } from './proposal';
export { keyOf, placeOf } from './reuse';

export { isFinished, type KernelStatus, openCommands, type RunState, statusOf } from './state';

export { step } from './step';

export { runVariables } from './variables';
