import { own } from '#base';
import { defineCapability } from '../defineCapability';
import { anyJson, rows, z } from '../zod';
import { requireColumn } from './column';
import { cellTest, OPERATORS } from './matches';

export const filter = defineCapability({
  id: 'table.filter',
  title: 'Filter rows',
  description:
    'Keeps the rows whose cell in a column passes a test. "=" with a list means any of it; "between" takes [low, high], both included; "empty" and "filled" ask whether anything is there ("n/a" and "-" are nothing) whatever the value; dates are ISO text such as "2026-03-31".',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    column: z.string().min(1).meta({ title: 'Column' }),
    operator: z.enum(OPERATORS).default('=').meta({ title: 'Test' }),
    value: anyJson.meta({ title: 'Value', description: 'A number, a text, or [low, high] for "between".' }),
  }),
  output: z.object({ rows, count: z.int() }),
  icon: 'funnel',
  tags: ['table'],
  run({ rows: all, column, operator, value }) {
    requireColumn(all, column);
    const passes = cellTest(operator, value);
    const kept = all.filter((row) => passes(own(row, column) ?? null));
    return { rows: kept, count: kept.length };
  },
});
