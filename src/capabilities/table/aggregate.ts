import { own } from '#base';
import { defineCapability } from '../defineCapability';
import type { Row } from '../reading/table';
import { anyJson, rows, z } from '../zod';
import { functionSchema, nameOf } from './aggregates';
import { figure } from './figuresOf';

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
    return {
      value,
      rows: [Object.fromEntries([[nameOf(asked), value]])],
      count: countedRows(all, asked.column),
    };
  },
});

/** How many rows a figure is of: those whose cell is filled; all of them where none is, or no column is asked for. */
function countedRows(all: readonly Row[], column: string | undefined): number {
  if (column === undefined) return all.length;
  return all.filter((row) => (own(row, column) ?? null) !== null).length || all.length;
}
