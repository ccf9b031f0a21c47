export { amongSubjects, type CaseChange, type Difference, differenceOf } from './compare';
export { type Evaluated, type Evaluation, evaluate, type Ground, runsIn, suiteHash } from './evaluate';
export type { Judged } from './judge';
export {
  type CaseReport,
  medianOf,
  type Report,
  type Reported,
  reportOf,
  type SubjectReport,
  toldBy,
  totalOf,
} from './report';
export { type EvalResults, type EvalRun, hasPassed, readResults } from './results';
export {
  type Case,
  type Check,
  readSuite,
  SUITE_FORMAT,
  type Subject,
  type Suite,
  type SuiteBudget,
} from './suite';
