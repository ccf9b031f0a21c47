import { own } from '#base';
import { defineCapability } from '../defineCapability';
import { sameCell } from '../reading/compareCells';
import type { Row } from '../reading/table';
import { rows, z } from '../zod';
import { requireColumn } from './column';
import { groupsOf } from './groups';

export const top = defineCapability({
  id: 'table.top',
  title: 'First rows of each group',
  description:
    'Keeps the first rows of each group, at most "limit" of them. After a sort these are the top n of each group; with "ties" the rows that equal the last one there are kept too. Groups stand in order of first appearance.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    by: z.array(z.string().min(1)).min(1).meta({ title: 'Groups' }),
    limit: z.int().min(1).max(1_000_000).meta({ title: 'At most' }),
    ties: z.string().min(1).optional().meta({
      title: 'Keep ties of',
      description: 'The column that the rows are sorted by: two that are equally high are both the highest.',
    }),
  }),
  output: z.object({ rows, count: z.int() }),
  icon: 'list-ordered',
  tags: ['table'],
  run({ rows: all, by, limit, ties }) {
    for (const column of ties === undefined ? by : [...by, ties]) requireColumn(all, column);
    const { of, firsts } = groupsOf(all, by, 'any-case');
    const kept = firsts.map((): Row[] => []);
    for (const [at, row] of all.entries()) {
      const members = kept[of[at] ?? 0];
      if (members && (members.length < limit || equalsLast(members, row, ties))) members.push(row);
    }
    const rows = kept.flat();
    return { rows, count: rows.length };
  },
});

/** Whether a row equals the last one that its group has kept. */
function equalsLast(members: readonly Row[], row: Row, ties: string | undefined): boolean {
  const last = members.at(-1);
  if (ties === undefined || last === undefined) return false;
  return sameCell(own(row, ties) ?? null, own(last, ties) ?? null);
}
