import { own } from '#base';
import { defineCapability } from '../defineCapability';
import { rows, z } from '../zod';
import { functionSchema } from './aggregates';
import { requireColumn, requireFreeName } from './column';
import { figuresOf } from './figuresOf';

export const across = defineCapability({
  id: 'table.across',
  title: 'Compute across columns',
  description:
    'Adds a column with one figure of several columns in each row: the sum, average, median, count, min or max of those cells that are filled. Empty where none is.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    columns: z.array(z.string().min(1)).min(1).max(100).meta({ title: 'Columns' }),
    function: functionSchema.exclude(['ratio', 'percentile']).default('sum').meta({ title: 'Function' }),
    as: z.string().min(1).meta({ title: 'Call it' }),
  }),
  output: z.object({ rows }),
  icon: 'sigma',
  tags: ['table'],
  run({ rows: all, columns, function: name, as }) {
    for (const column of columns) requireColumn(all, column);
    requireFreeName(all, as);
    const cells = all.flatMap((row) => columns.map((column) => ({ cell: own(row, column) ?? null })));
    const groups = {
      of: Int32Array.from(cells.keys(), (at) => Math.floor(at / columns.length)),
      firsts: all.map((_, at) => at * columns.length),
    };
    const figures = figuresOf(cells, { function: name, column: 'cell' }, groups);
    return {
      rows: all.map((row, at) => {
        const value = columns.every((column) => (own(row, column) ?? null) === null) ? null : figures[at];
        return { ...row, [as]: value ?? null };
      }),
    };
  },
});
