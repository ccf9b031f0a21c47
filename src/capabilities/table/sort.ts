import { type Json, own } from '#base';
import { defineCapability } from '../defineCapability';
import { compareCells } from '../reading/compareCells';
import { rows, z } from '../zod';
import { requireColumn } from './column';

export const sort = defineCapability({
  id: 'table.sort',
  title: 'Sort rows',
  description:
    'Orders rows by one or more columns. Equal rows keep their order; empty cells come last either way.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    by: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).meta({ title: 'Sort by' }),
    order: z.enum(['asc', 'desc']).default('asc').meta({ title: 'Order' }),
    sequence: z.array(z.string()).max(1_000).optional().meta({
      title: 'Order of values',
      description:
        'Where it is not that of the alphabet: Monday, Tuesday, … Values that are not listed follow.',
    }),
  }),
  output: z.object({ rows }),
  icon: 'arrow-down-wide-narrow',
  tags: ['table'],
  run({ rows: all, by, order, sequence }) {
    const columns = typeof by === 'string' ? [by] : by;
    for (const column of columns) requireColumn(all, column);
    const sign = order === 'asc' ? 1 : -1;
    const places = sequence && new Map(sequence.map((value, index) => [value.toLowerCase(), index]));
    const keys = columns.map((column) => all.map((row) => placeOf(own(row, column) ?? null, places)));
    const inOrder = Uint32Array.from(all.keys()).sort((left, right) => {
      for (const cells of keys) {
        const difference = orderOf(cells[left] ?? null, cells[right] ?? null, sign);
        if (difference !== 0) return difference;
      }
      return left - right;
    });
    return { rows: Array.from(inOrder, (at) => all[at] ?? {}) };
  },
});

/** Where a value stands in a sequence; what is not in it stands behind all that is. */
function placeOf(cell: Json, places: ReadonlyMap<string, number> | undefined): Json {
  if (places === undefined || cell === null) return cell;
  return places.get(String(cell).toLowerCase()) ?? places.size;
}

function orderOf(left: Json, right: Json, sign: 1 | -1): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return sign * compareCells(left, right);
}
