import { type Json, own } from '#base';
import { defineCapability } from '../defineCapability';
import { failure } from '../fail';
import { rows, z } from '../zod';
import { cellsOf, requireFreeName } from './column';
import { daysOf } from './daysOf';
import { isDate } from './isDate';

const PERIODS = ['year', 'quarter', 'month', 'weekday'] as const;

export const period = defineCapability({
  id: 'table.period',
  title: 'Add year, month or weekday',
  description:
    'Adds a column with the year ("2026"), quarter ("2026-Q1"), month ("2026-03") or weekday ("Monday") of the dates in another, to group or filter by.',
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
      if (cell !== null && !(typeof cell === 'string' && isDate(cell))) throw notADate(column, index, cell);
    }
    return { rows: all.map((row) => ({ ...row, [as]: periodOf(own(row, column) ?? null, wanted) })) };
  },
});

/** The first of January 1970 was a Thursday. */
const WEEKDAYS = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday'];

/** The period of an ISO 8601 date; null where there is none. */
function periodOf(cell: Json, wanted: (typeof PERIODS)[number]): string | null {
  if (typeof cell !== 'string') return null;
  if (wanted === 'year') return cell.slice(0, 4);
  if (wanted === 'month') return cell.slice(0, 7);
  if (wanted === 'weekday') return WEEKDAYS[((daysOf(cell) % 7) + 7) % 7] ?? null;
  return `${cell.slice(0, 4)}-Q${Math.ceil(Number(cell.slice(5, 7)) / 3)}`;
}

function notADate(column: string, index: number, cell: Json) {
  return failure(
    'NOT_A_DATE',
    `Row ${index + 1} has ${JSON.stringify(cell)} in "${column}", which is no date.`,
    'Choose a column of dates written like 2026-03-31.',
  );
}
