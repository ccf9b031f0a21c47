import { isMonth, type Json, own } from '#base';
import { defineCapability } from '../defineCapability';
import { failure } from '../fail';
import { isDate } from '../reading/isDate';
import { rows, z } from '../zod';
import { cellsOf, requireFreeName } from './column';

const spanSchema = z.strictObject({
  name: z.string().min(1).meta({ title: 'Name' }),
  from: z.string().min(4).meta({ title: 'From', description: 'The beginning of an ISO date: 2025-07.' }),
  to: z
    .string()
    .min(4)
    .meta({ title: 'To', description: 'The last one; its whole year, month or day is in.' }),
});

export const span = defineCapability({
  id: 'table.span',
  title: 'Name spans of time',
  description:
    'Adds a column that names the span in which the date of another lies, to group or compare by: "July to December 2025" from 2025-07 to 2025-12. Empty outside all spans; of two that overlap the first counts.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    column: z.string().min(1).meta({ title: 'Column of dates' }),
    spans: z.array(spanSchema).min(1).max(100).meta({ title: 'Spans' }),
    as: z.string().min(1).meta({ title: 'Call it' }),
  }),
  output: z.object({ rows }),
  icon: 'calendar-days',
  tags: ['table', 'date'],
  run({ rows: all, column, spans, as }) {
    requireFreeName(all, as);
    // A month lies in a span or outside, unless one begins or ends at a day.
    const ofMonths = spans.every(({ from, to }) => from.length <= MONTH && to.length <= MONTH);
    const isTime = (cell: string) => isDate(cell) || (ofMonths && isMonth(cell));
    for (const [index, cell] of cellsOf(all, column).entries()) {
      if (cell !== null && !(typeof cell === 'string' && isTime(cell))) throw notADate(column, index, cell);
    }
    return { rows: all.map((row) => ({ ...row, [as]: nameOf(own(row, column) ?? null, spans) })) };
  },
});

/** Characters of `2025-07`. */
const MONTH = 7;

/** ISO dates sort as text, and a year or month is the beginning of the dates in it. */
function nameOf(cell: Json, spans: readonly z.infer<typeof spanSchema>[]): string | null {
  if (typeof cell !== 'string') return null;
  const found = spans.find(({ from, to }) => cell >= from && cell.slice(0, to.length) <= to);
  return found?.name ?? null;
}

function notADate(column: string, index: number, cell: Json) {
  return failure(
    'NOT_A_DATE',
    `Row ${index + 1} has ${JSON.stringify(cell)} in "${column}", which is not a date.`,
    'Choose a column of dates written like 2026-03-31.',
  );
}
