import { isMonth, type Json, own } from '#base';
import { defineCapability } from '../defineCapability';
import { failure } from '../fail';
import { isDate } from '../reading/isDate';
import { rows, z } from '../zod';
import { cellsOf, requireFreeName } from './column';
import { daysOf } from './daysOf';

const PERIODS = ['year', 'quarter', 'month', 'week', 'day', 'weekday', 'hour'] as const;

export const period = defineCapability({
  id: 'table.period',
  title: 'Add year, month or weekday',
  description:
    'Adds a column with the year ("2026"), quarter ("2026-Q1"), month ("2026-03"), week (its Monday, "2026-03-02"), day ("2026-03-04"), weekday ("Monday") or hour of the day ("09") of the dates in another, to group or filter by. Times of day have an hour alone.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    column: z.string().min(1).meta({ title: 'Column of dates' }),
    period: z.enum(PERIODS).meta({ title: 'Period' }),
    as: z.string().min(1).optional().meta({ title: 'Call it', description: 'The period when left out.' }),
  }),
  output: z.object({ rows }),
  icon: 'calendar',
  tags: ['table', 'date'],
  run({ rows: all, column, period: wanted, as = wanted }) {
    requireFreeName(all, as);
    for (const [index, cell] of cellsOf(all, column).entries()) {
      if (cell !== null && !(typeof cell === 'string' && (isDate(cell) || saysEnough(cell, wanted))))
        throw notADate(column, index, cell);
    }
    return { rows: all.map((row) => ({ ...row, [as]: periodOf(own(row, column) ?? null, wanted) })) };
  },
});

/** A time of day has an hour, and a month its quarter and its year. */
function saysEnough(cell: string, wanted: (typeof PERIODS)[number]): boolean {
  if (wanted === 'hour') return TIME_OF_DAY.test(cell);
  return (wanted === 'year' || wanted === 'quarter' || wanted === 'month') && isMonth(cell);
}

const TIME_OF_DAY = /^\d\d:\d\d/;

/** The first of January 1970 was a Thursday. */
const WEEKDAYS = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday'];

/** The period of an ISO 8601 date; null where there is none. */
function periodOf(cell: Json, wanted: (typeof PERIODS)[number]): string | null {
  if (typeof cell !== 'string') return null;
  if (wanted === 'year') return cell.slice(0, 4);
  if (wanted === 'month') return cell.slice(0, 7);
  if (wanted === 'day') return cell.slice(0, 10);
  if (wanted === 'week') return mondayOf(cell);
  if (wanted === 'weekday') return WEEKDAYS[weekdayOf(cell)] ?? null;
  // A day without a time of day is in no hour.
  if (wanted === 'hour') return /(?:^|[T ])(\d\d):/.exec(cell)?.[1] ?? null;
  return `${cell.slice(0, 4)}-Q${Math.ceil(Number(cell.slice(5, 7)) / 3)}`;
}

/** Days since the last Thursday. */
function weekdayOf(date: string): number {
  return ((daysOf(date) % 7) + 7) % 7;
}

/** The day on which the week of a date begins (ISO 8601). */
function mondayOf(date: string): string {
  const monday = daysOf(date) - ((weekdayOf(date) + 3) % 7);
  return new Date(monday * 86_400_000).toISOString().slice(0, 10);
}

function notADate(column: string, index: number, cell: Json) {
  return failure(
    'NOT_A_DATE',
    `Row ${index + 1} has ${JSON.stringify(cell)} in "${column}", which is not a date.`,
    'Choose a column of dates written like 2026-03-31.',
  );
}
