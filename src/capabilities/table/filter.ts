import { own } from '#base';
import { defineCapability } from '../defineCapability';
import type { Row } from '../reading/table';
import { anyJson, rows, z } from '../zod';
import { requireColumn } from './column';
import { cellTest, OPERATORS } from './matches';

const otherTest = z.strictObject({
  column: z.string().min(1).meta({ title: 'Column' }),
  operator: z.enum(OPERATORS).default('=').meta({ title: 'Test' }),
  value: anyJson.optional().meta({ title: 'Value' }),
});

export const filter = defineCapability({
  id: 'table.filter',
  title: 'Filter rows',
  description:
    'Keeps the rows whose cell in a column passes a test, or one of the tests in "or". "=" with a list means any of it; "between" takes [low, high], both included; "empty" and "filled" ask whether anything is there ("n/a" and "-" are nothing) whatever the value; dates are ISO text such as "2026-03-31".',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    column: z.string().min(1).meta({ title: 'Column' }),
    operator: z.enum(OPERATORS).default('=').meta({ title: 'Test' }),
    value: anyJson.meta({ title: 'Value', description: 'A number, a text, or [low, high] for "between".' }),
    or: z
      .array(otherTest)
      .max(20)
      .optional()
      .meta({ title: 'Or', description: 'Further tests: a row that passes one of them is kept too.' }),
  }),
  output: z.object({ rows, count: z.int() }),
  icon: 'funnel',
  tags: ['table'],
  run({ rows: all, column, operator, value, or = [] }) {
    const tests = [{ column, operator, value }, ...or].map((one) => {
      requireColumn(all, one.column);
      const passes = cellTest(one.operator, one.value ?? null);
      return (row: Row) => passes(own(row, one.column) ?? null);
    });
    const kept = all.filter((row) => tests.some((passes) => passes(row)));
    return { rows: kept, count: kept.length };
  },
});
