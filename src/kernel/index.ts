export { BEHAVIOUR_FLAGS } from './behaviour';
export { modelAskedBy, needOf } from './budget';
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
export type { Commit } from './commit';
export { seal } from './commit';
export { objectIn } from './dialogue/dialogue';
export { type Doubt, doubtInWords } from './doubt';
export type { Entry, EntryKind, EntryOf, PlanChoice, RankedCandidate } from './entry';
export type {
  AskAgain,
  Budget,
  BudgetPart,
  Closure,
  DefinitionEdit,
  DependencyEnd,
  EndStatus,
  Fact,
  FactType,
  GivenInput,
  GivenSession,
  Goal,
  LedgerDetail,
  Pin,
  Pinned,
  PinnedEnd,
  PinnedPlace,
  PlanAttempt,
  Recorded,
  RefusedField,
  Reuse,
  RunError,
  RunLabels,
  RunLimits,
  RunStarted,
  StepMode,
  Usage,
  WaitFor,
} from './fact';
export { recordIn } from './fact';
export { readLedger, writeLedger } from './ledger/ledgerText';
export { reduceLedger } from './ledger/reduce';
export { changeIn, type Difference, fold, type Replay, replay } from './ledger/replay';
export { type MachineInRun, machinesIn } from './machine/machine';
export { orderByReliability } from './modelChoice';
export type { ModelChoice, ModelMeasure, RankedModel } from './modelMeasure';
export { destinationIn } from './outbound';
export type { PauseReason } from './pauseReason';
export { persist, restore } from './persist';
export { type Proposal, proposalAt } from './proposal';
export { type ForkEdits, recordOf } from './recordOf';
export { keyOf, placeOf } from './reuse/questions';
export type { RunPolicy } from './runPolicy';
export type { RunState } from './state';
export { isFinished, type KernelStatus, openCommands, statusOf } from './status';
export { type Step, step } from './step';
export type { Stop } from './stop';
export { runVariables } from './variables';
