import { own } from '#base';
import { defineCapability } from '../defineCapability';
import type { Row } from '../reading/table';
import { anyJson, rows, z } from '../zod';
import { type Aggregate, functionSchema, nameOf, percentSchema, perSchema } from './aggregates';
import { figure } from './figuresOf';
import { ownDecimals } from './formatValue';
import { decimalsShown } from './numberCells';

export const aggregate = defineCapability({
  id: 'table.aggregate',
  title: 'Compute a figure',
  description: 'One figure over all rows: of a column, or the ratio of the sums of two; count needs none.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    function: functionSchema,
    column: z.string().min(1).optional().meta({ title: 'Column' }),
    per: perSchema,
    percent: percentSchema,
    as: z.string().min(1).optional().meta({ title: 'Call it' }),
  }),
  output: z.object({ value: anyJson, rows, count: z.int(), empty: z.int(), decimals: z.int() }),
  icon: 'sigma',
  tags: ['table'],
  run({ rows: all, ...asked }) {
    const value = figure(all, asked);
    const filled = filledRows(all, asked);
    return {
      value,
      rows: [Object.fromEntries([[nameOf(asked), value]])],
      count: filled,
      empty: all.length - filled,
      decimals: typeof value === 'number' ? decimalsOfFigure(value, all, asked) : 0,
    };
  },
});

/** How many decimals a figure is said with: those that its column is shown with; its own where that has none, and of counts. */
function decimalsOfFigure(value: number, all: readonly Row[], { function: name, column }: Aggregate): number {
  const shown = column === undefined || name === 'count' ? 0 : decimalsShown(all, column);
  return shown || ownDecimals(value);
}

/** How many rows a figure is of: those whose cells are filled; all of them where no column is asked for. */
function filledRows(all: readonly Row[], { column, per }: Aggregate): number {
  const columns = [column, per].filter((one) => one !== undefined);
  return all.filter((row) => columns.every((name) => (own(row, name) ?? null) !== null)).length;
}
