import { own } from '#base';
import { defineCapability } from '../defineCapability';
import { rows, z } from '../zod';
import { nameTaken, requireColumn, requireFreeName } from './column';

export const unpivot = defineCapability({
  id: 'table.unpivot',
  title: 'Columns as rows',
  description:
    'Makes a row of each filled cell of several columns: "name" holds the name of its column, "value" the cell, beside the other columns. A table with a column per month becomes one with a row per month. Rows stand in the order of the columns.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    columns: z.array(z.string().min(1)).min(1).max(100).meta({ title: 'Columns' }),
    name: z.string().min(1).meta({ title: 'Column for the names' }),
    value: z.string().min(1).meta({ title: 'Column for the values' }),
  }),
  output: z.object({ rows, count: z.int() }),
  icon: 'table-2',
  tags: ['table'],
  run({ rows: all, columns, name, value }) {
    for (const column of columns) requireColumn(all, column);
    if (name === value) throw nameTaken(name);
    // The columns that become rows leave their names free.
    for (const made of [name, value]) if (!columns.includes(made)) requireFreeName(all, made);
    const made = columns.flatMap((column) =>
      all.flatMap((row) => {
        const cell = own(row, column) ?? null;
        const rest = Object.entries(row).filter(([head]) => !columns.includes(head));
        return cell === null ? [] : [Object.fromEntries([...rest, [name, column], [value, cell]])];
      }),
    );
    return { rows: made, count: made.length };
  },
});
