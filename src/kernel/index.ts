export type { Command, CommandKind, PlanCommand } from './command';
export type { Commit } from './commit';
export type { Entry, EntryKind, EntryOf } from './entry';
export type {
  Budget,
  Closure,
  Fact,
  FactType,
  PlanAttempt,
  RunError,
  RunLabels,
  RunLimits,
  RunStarted,
  StepMode,
  Usage,
} from './fact';
