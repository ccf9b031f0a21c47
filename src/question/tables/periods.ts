import { stemsOf } from '../text/words';
import type { Column, Period } from './column';

const PERIODS: readonly Period[] = ['year', 'quarter', 'month', 'week', 'day', 'weekday'];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Periods of which a sentence says the words for lengths of time as well: "3 days", "how many hours". */
export const LENGTHS: ReadonlySet<Period> = new Set<Period>(['week', 'day', 'hour']);

/** The periods of each column of dates, and the hours of each of times, unless the table has a column of that name. */
export function periodsOf(columns: readonly Column[]): readonly Column[] {
  const dates = columns.filter(({ type }) => type === 'date');
  const clocks = columns.filter(({ hasClock, isDuration }) => hasClock && !isDuration);
  const isFree = (period: Period) => !columns.some(({ stems }) => stems.join(' ') === period);
  return [
    ...dates.flatMap((date) =>
      PERIODS.filter(isFree).map((period) => periodOf(date, period, dates.length === 1)),
    ),
    ...clocks.flatMap((clock) => (isFree('hour') ? [periodOf(clock, 'hour', clocks.length === 1)] : [])),
  ];
}

function periodOf({ name: from }: Column, period: Period, isOnly: boolean): Column {
  const name = isOnly ? period : `${from} ${period}`;
  return {
    ...NOTHING_KNOWN,
    name,
    type: 'text',
    stems: stemsOf(name),
    values: period === 'weekday' ? WEEKDAYS : [],
    derived: { from, period },
  };
}

const NOTHING_KNOWN = {
  min: null,
  max: null,
  unit: '',
  distinct: null,
  empty: 0,
  unread: 0,
  identifies: false,
  consecutive: false,
  repeats: 0,
  isDuration: false,
  hasClock: false,
  readable: [],
  scale: false,
} as const;
