import { isJsonObject, type Json, type JsonObject, own } from '#base';
import { stemsOf } from '../text/words';
import { type Column, NOTHING_KNOWN, type Period } from './column';

const PERIODS: readonly Period[] = ['year', 'quarter', 'month', 'week', 'day', 'weekday'];
/** Those that a month says. */
const LONG_PERIODS: readonly Period[] = ['year', 'quarter', 'month'];
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
      (date.isMonthly ? LONG_PERIODS : PERIODS)
        .filter(isFree)
        .map((period) => periodOf(date, period, dates.length === 1)),
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

/**
 * A duration counts its hours, which a step computes of its seconds. One that is text until somebody says what it is
 * (`7:30` may be a time of day) is one where the question says so, and the step that loads the table reads it as such.
 */
export function inHoursIf(said: boolean, described: JsonObject, column: Column): Column {
  const asked = own(described, 'duration');
  // What is read as a time of day already is a length where its head says so, whatever is asked.
  const isSaid = said && described.type !== 'time';
  const isAsked = (isSaid || isLength(column)) && isJsonObject(asked);
  if (!column.isDuration && !isAsked) return column;
  const range = isAsked ? asked : described;
  const hours = (end: Json | undefined) => (typeof end === 'number' ? end / 3_600 : null);
  return {
    ...column,
    name: `${column.name} in hours`,
    type: 'number',
    unit: 'hours',
    values: [],
    readable: [],
    min: hours(own(range, 'min')),
    max: hours(own(range, 'max')),
    isDuration: true,
    // A length names no row, though no two may be equal.
    identifies: false,
    derived: {
      left: column.name,
      operation: 'divided by',
      right: 3_600,
      ...(isAsked ? { readAs: HOURS } : {}),
    },
  };
}

/** Heads of columns whose `7:30` is a length of time whatever is asked: a time of day would be called otherwise. */
const HEAD = /\b(?:hours?|hrs|duration|overtime|wait(?:ed|ing)?|elapsed|downtime|runtime)\b/i;
/** What these are measured in may be minutes and seconds, unless cells have all three. */
const RACE = /\b(?:chip|gun|net|lap|split) ?time\b/i;
const THREE = /^\d+:\d\d:\d\d$/;
/** "Waited (hh:mm)", and not "Start (hh:mm)". */
const WRITTEN = /\(h{1,2}:mm(?::ss)?\)\s*$/i;
const OF_DAY =
  /\b(?:times?|start(?:ed)?|begin|began|end(?:ed)?|finish(?:ed)?|from|to|until|at|arriv\w*|depart\w*|opened|closed|in|out)\b/i;

function isLength({ name, values }: Column): boolean {
  if (WRITTEN.test(name)) return !OF_DAY.test(name);
  return HEAD.test(name) || (RACE.test(name) && values.length > 0 && values.every((one) => THREE.test(one)));
}

const HOURS = { type: 'duration', read: 'hours-minutes' } as const;
