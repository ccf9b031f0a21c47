import { canonicalJson, own } from '#base';
import { defineCapability } from '../defineCapability';
import { rows, z } from '../zod';

export const distinct = defineCapability({
  id: 'table.distinct',
  title: 'Leave out repeated rows',
  description:
    'Keeps one of several equal rows, the first; "repeated" tells how many were left out. Rows are compared in all columns.',
  input: z.strictObject({ rows: rows.meta({ title: 'Rows' }) }),
  output: z.object({ rows, count: z.int(), repeated: z.int() }),
  icon: 'layers',
  tags: ['table'],
  run({ rows: all }) {
    const names = [...new Set(all.flatMap((row) => Object.keys(row)))];
    const kept = new Map(
      all
        .map((row) => [canonicalJson(names.map((name) => own(row, name) ?? null)), row] as const)
        .toReversed(),
    );
    const first = new Set(kept.values());
    const once = all.filter((row) => first.has(row));
    return { rows: once, count: once.length, repeated: all.length - once.length };
  },
});
