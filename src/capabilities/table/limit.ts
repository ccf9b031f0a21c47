import { defineCapability } from '../defineCapability';
import { rows, z } from '../zod';

export const limit = defineCapability({
  id: 'table.limit',
  title: 'First rows',
  description: 'Keeps the first rows, at most "limit" of them. After a sort this is the top n.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    limit: z.int().min(0).max(1_000_000).meta({ title: 'At most' }),
  }),
  output: z.object({ rows, count: z.int(), total: z.int() }),
  icon: 'list-ordered',
  tags: ['table'],
  run({ rows: all, limit: most }) {
    const kept = all.slice(0, most);
    return { rows: kept, count: kept.length, total: all.length };
  },
});
