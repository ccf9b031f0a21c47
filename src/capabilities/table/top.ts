import { canonicalJson, own } from '#base';
import { defineCapability } from '../defineCapability';
import { rows, z } from '../zod';
import { requireColumn } from './column';

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
    const groups = new Map<string, typeof all>();
    for (const row of all) {
      const key = canonicalJson(
        by.map((column) => {
          const cell = own(row, column) ?? null;
          return typeof cell === 'string' ? cell.trim().toLowerCase() : cell;
        }),
      );
      const members = groups.get(key);
      if (!members) groups.set(key, [row]);
      else if (members.length < limit) members.push(row);
    }
    const kept = [...groups.values()].flat();
    return { rows: kept, count: kept.length };
  },
});
