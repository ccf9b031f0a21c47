export {
  amongSubjects,
  type CaseChange,
  type CaseReport,
  type Difference,
  differenceOf,
  medianOf,
  type Report,
  reportOf,
  toldBy,
  totalOf,
} from './compare';
export { type Evaluated, type Evaluation, evaluate, type Ground, runsIn, suiteHash } from './evaluate';
export type { Judged } from './judge';

export { type EvalResults, type EvalRun, hasPassed, type PlanningOfRun, readResults } from './results';
export { type Check, readSuite, SUITE_FORMAT, type Suite } from './suite';
