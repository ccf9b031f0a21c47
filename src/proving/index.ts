export {
  amongSubjects,
  type CaseChange,
  type CaseReport,
  type Difference,
  differenceOf,
  medianOf,
  type Report,
  type Reported,
  reportOf,
  type SubjectReport,
  toldBy,
  totalOf,
} from './compare';
export { type Evaluated, type Evaluation, evaluate, type Ground, runsIn, suiteHash } from './evaluate';
export type { Judged } from './judge';

export { type EvalResults, type EvalRun, hasPassed, type PlanningOfRun, readResults } from './results';
export {
  type Case,
  type Check,
  readSuite,
  SUITE_FORMAT,
  type Subject,
  type Suite,
  type SuiteBudget,
} from './suite';
