export { type Beginning, type Letters, NO_LETTERS, type Opened, type RunBook, type RunWriter } from './book';
export { isAbsent, ledgerDamaged, type PartRead, partOf, runAbsent, wholeLedger } from './ledgerParts';
export {
  asItStands,
  endOfLine,
  lineAfter,
  lineOfNew,
  passes,
  type RunFilter,
  type RunLine,
  type RunWait,
  UNFINISHED,
} from './line';
export {
  isAfter,
  newestFirst,
  pageAmong,
  pageOf,
  placeOf,
  type RunPage,
  type RunPlace,
  type RunsAsked,
} from './pages';
export {
  type DrivenRun,
  endOf,
  type OpenRun,
  type RunDriver,
  Runs,
  type RunsOptions,
  type StartHere,
  type TakingUp,
} from './runs';
