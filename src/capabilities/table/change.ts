import { canonicalJson, type Json, own } from '#base';
import { defineCapability } from '../defineCapability';
import { failure } from '../fail';
import { sameCell } from '../reading/compareCells';
import { decimalsOf } from '../reading/sum';
import type { Row } from '../reading/table';
import { anyJson, rows, z } from '../zod';
import { requireColumn } from './column';

export const change = defineCapability({
  id: 'table.change',
  title: 'Compare two periods',
  description:
    'Puts two periods side by side: of rows grouped by a period and perhaps more columns, one row for each of the rest with both values, their "change" and the change in "percent" (empty where there is nothing to compare with).',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    over: z.string().min(1).meta({ title: 'Column of periods' }),
    from: anyJson.meta({ title: 'From' }),
    to: anyJson.meta({ title: 'To' }),
    value: z.string().min(1).meta({ title: 'Column of numbers' }),
    missing: z.number().nullable().optional().meta({
      title: 'Where a period has no row',
      description: 'A sum or a count of nothing is 0. Empty when left out.',
    }),
  }),
  output: z.object({ rows, count: z.int() }),
  icon: 'trending-up',
  tags: ['table', 'growth'],
  run({ rows: all, over, from, to, value, missing = null }) {
    requireColumn(all, over);
    requireColumn(all, value);
    const [before, after] = [String(from), String(to)];
    const made = [...partnersOf(all, over, value)].map((members) => {
      const [first, last] = [from, to].map((period) => valueIn(members, over, period, value) ?? missing);
      const rest = restOf(members[0] ?? {}, over, value);
      const compared = {
        [before]: first ?? null,
        [after]: last ?? null,
        ...difference(first ?? null, last ?? null),
      };
      refuseDoubleNames(rest, compared);
      return { ...rest, ...compared };
    });
    return { rows: made, count: made.length };
  },
});

/** Rows that differ in nothing but the period and the value, in order of first appearance. */
function partnersOf(all: readonly Row[], over: string, value: string): Iterable<Row[]> {
  const partners = new Map<string, Row[]>();
  for (const row of all) {
    const key = canonicalJson(restOf(row, over, value));
    const same = partners.get(key);
    if (same) same.push(row);
    else partners.set(key, [row]);
  }
  return partners.values();
}

function restOf(row: Row, over: string, value: string): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== over && name !== value));
}

function valueIn(members: readonly Row[], over: string, period: Json, value: string): number | null {
  const found = members.filter((row) => sameCell(own(row, over) ?? null, period));
  if (found.length > 1) {
    throw failure(
      'PERIOD_DOUBLED',
      `Two rows have ${JSON.stringify(period)} in "${over}" and nothing else to tell them apart.`,
      'Group the rows by the period first.',
    );
  }
  const cell = (found[0] && own(found[0], value)) ?? null;
  if (cell === null || typeof cell === 'number') return cell;
  throw failure(
    'NOT_A_NUMBER',
    `There is ${JSON.stringify(cell)} in "${value}", which is not a number.`,
    'Choose a column of numbers.',
  );
}

function refuseDoubleNames(rest: Row, compared: Row): void {
  const double = Object.keys(compared).find((name) => Object.hasOwn(rest, name));
  if (double === undefined) return;
  throw failure(
    'NAME_TAKEN',
    `The rows have a column "${double}" already.`,
    'Group the rows by other columns.',
  );
}

function difference(before: number | null, after: number | null): { change: Json; percent: Json } {
  if (before === null || after === null) return { change: null, percent: null };
  const change = rounded(after - before, Math.max(decimalsOf(before), decimalsOf(after)));
  return { change, percent: before === 0 ? null : rounded((change / Math.abs(before)) * 100, 2) };
}

function rounded(number: number, decimals: number): number {
  return Number(number.toFixed(Math.min(decimals, 20)));
}
