import { type Json, own } from '#base';
import { defineCapability } from '../defineCapability';
import { rows, z } from '../zod';
import { figure, functionSchema } from './aggregates';
import { requireColumn, requireFreeName } from './column';

export const across = defineCapability({
  id: 'table.across',
  title: 'Compute across columns',
  description:
    'Adds a column with one figure of several columns in each row: the sum, average, median, count, min or max of those cells that are filled. Empty where none is.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    columns: z.array(z.string().min(1)).min(1).max(100).meta({ title: 'Columns' }),
    function: functionSchema.default('sum').meta({ title: 'Function' }),
    as: z.string().min(1).meta({ title: 'Call it' }),
  }),
  output: z.object({ rows }),
  icon: 'sigma',
  tags: ['table'],
  run({ rows: all, columns, function: name, as }) {
    for (const column of columns) requireColumn(all, column);
    requireFreeName(all, as);
    return {
      rows: all.map((row) => {
        const cells = columns.map((column) => ({ cell: own(row, column) ?? null }));
        const isEmpty = cells.every(({ cell }) => cell === null);
        const value: Json = isEmpty ? null : figure(cells, { function: name, column: 'cell' });
        return { ...row, [as]: value };
      }),
    };
  },
});
