import { defineCapability } from '../defineCapability';
import type { Row } from '../reading/table';
import { rows, z } from '../zod';
import { requireColumn } from './column';
import { groupsOf } from './groups';

export const top = defineCapability({
  id: 'table.top',
  title: 'First rows of each group',
  description:
    'Keeps the first rows of each group, at most "limit" of them. After a sort these are the top n of each group. Groups stand in order of first appearance.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    by: z.array(z.string().min(1)).min(1).meta({ title: 'Groups' }),
    limit: z.int().min(1).max(1_000_000).meta({ title: 'At most' }),
  }),
  output: z.object({ rows, count: z.int() }),
  icon: 'list-ordered',
  tags: ['table'],
  run({ rows: all, by, limit }) {
    for (const column of by) requireColumn(all, column);
    const { of, firsts } = groupsOf(all, by, 'any-case');
    const kept = firsts.map((): Row[] => []);
    for (const [at, row] of all.entries()) {
      const members = kept[of[at] ?? 0];
      if (members && members.length < limit) members.push(row);
    }
    const rows = kept.flat();
    return { rows, count: rows.length };
  },
});
