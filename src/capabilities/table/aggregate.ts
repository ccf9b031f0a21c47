import { defineCapability } from '../defineCapability';
import { anyJson, rows, z } from '../zod';
import { figure, functionSchema, nameOf } from './aggregates';

export const aggregate = defineCapability({
  id: 'table.aggregate',
  title: 'Compute a figure',
  description:
    'One figure over all rows: sum, average, median, count, min or max of a column; count may leave the column out.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    function: functionSchema,
    column: z.string().min(1).optional().meta({ title: 'Column' }),
    as: z.string().min(1).optional().meta({ title: 'Call it' }),
  }),
  output: z.object({ value: anyJson, rows, count: z.int() }),
  icon: 'sigma',
  tags: ['table'],
  run({ rows: all, ...asked }) {
    const value = figure(all, asked);
    return { value, rows: [Object.fromEntries([[nameOf(asked), value]])], count: all.length };
  },
});
