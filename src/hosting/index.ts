export { type Letters, NO_LETTERS } from './letters';
export type { Beginning, Opened, RunBook, RunLine, RunWriter } from './runBook';
export { type DrivenRun, endOf, Runs, type RunsOptions, type StartHere, type TakingUp } from './runs';
