import { own } from '#base';
import { defineCapability } from '../defineCapability';
import { sameCell } from '../reading/compareCells';
import type { Row } from '../reading/table';
import { rows, z } from '../zod';
import { requireColumn } from './column';

export const limit = defineCapability({
  id: 'table.limit',
  title: 'First rows',
  description:
    'Keeps the first rows, at most "limit" of them. After a sort this is the top n; with "ties" the rows that equal the last one there are kept too.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    limit: z.int().min(0).max(1_000_000).meta({ title: 'At most' }),
    ties: z.string().min(1).optional().meta({
      title: 'Keep ties of',
      description: 'The column that the rows are sorted by: two that are equally high are both the highest.',
    }),
  }),
  output: z.object({ rows, count: z.int(), total: z.int() }),
  icon: 'list-ordered',
  tags: ['table'],
  run({ rows: all, limit: most, ties }) {
    const kept = all.slice(0, ties === undefined ? most : withTies(all, most, ties));
    return { rows: kept, count: kept.length, total: all.length };
  },
});

/** How many rows there are up to the last that equals row `most` in the column. */
function withTies(all: readonly Row[], most: number, column: string): number {
  requireColumn(all, column);
  const last = all[most - 1];
  if (last === undefined) return most;
  const cell = own(last, column) ?? null;
  const next = all.findIndex((row, index) => index >= most && !sameCell(own(row, column) ?? null, cell));
  return next < 0 ? all.length : next;
}
