import { canonicalJson, own } from '#base';
import { defineCapability } from '../defineCapability';
import { failure } from '../fail';
import type { Row } from '../reading/table';
import { anyJson, rows, z } from '../zod';
import { requireColumn } from './column';
import { figure } from './figuresOf';
import { cellTest, OPERATORS } from './matches';

const testSchema = z.strictObject({
  column: z.string().min(1).meta({ title: 'Column' }),
  operator: z.enum(OPERATORS).default('=').meta({ title: 'Test' }),
  value: anyJson.optional().meta({ title: 'Value' }),
});

export const share = defineCapability({
  id: 'table.share',
  title: 'Compute a share',
  description:
    'How much of the rows, or of the sum of a column, belongs to the rows that pass every test, in percent with two decimals: of all rows, or of each group in "by". Nothing has no share.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    where: z.array(testSchema).min(1).max(20).meta({ title: 'The part' }),
    column: z.string().min(1).optional().meta({ title: 'Column', description: 'Rows when left out.' }),
    by: z.array(z.string().min(1)).default([]).meta({ title: 'Groups' }),
  }),
  output: z.object({ value: anyJson, rows, count: z.int() }),
  icon: 'percent',
  tags: ['table'],
  run({ rows: all, where, column, by }) {
    for (const name of [...by, ...where.map((one) => one.column)]) requireColumn(all, name);
    const double = by.find((name) => ['part', 'whole', 'percent'].includes(name));
    if (double !== undefined) {
      throw failure(
        'NAME_TAKEN',
        `The result has a column "${double}" of its own.`,
        'Rename that group first.',
      );
    }
    const tests = where.map((one) => {
      const passes = cellTest(one.operator, one.value ?? null);
      return (row: Row) => passes(own(row, one.column) ?? null);
    });
    const made = groupsOf(all, by).map(({ named, members }) => {
      const kept = members.filter((row) => tests.every((passes) => passes(row)));
      return { ...named, ...shareOf(amountOf(kept, column), amountOf(members, column)) };
    });
    const value = by.length === 0 ? (made[0]?.percent ?? null) : null;
    return { value, rows: made, count: all.length };
  },
});

interface Group {
  readonly named: Row;
  readonly members: readonly Row[];
}

/** Rows alike in the columns, whatever their capitals, in order of first appearance; without columns all rows. */
function groupsOf(all: readonly Row[], by: readonly string[]): readonly Group[] {
  if (by.length === 0) return [{ named: {}, members: all }];
  const groups = new Map<string, Row[]>();
  for (const row of all) {
    const key = canonicalJson(by.map((name) => own(row, name) ?? null)).toLowerCase();
    const members = groups.get(key);
    if (members) members.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].map((members) => ({
    named: Object.fromEntries(by.map((name) => [name, (members[0] && own(members[0], name)) ?? null])),
    members,
  }));
}

/** Null where no cell is filled. */
function amountOf(members: readonly Row[], column: string | undefined): number | null {
  const amount = figure(members, column === undefined ? { function: 'count' } : { function: 'sum', column });
  return typeof amount === 'number' ? amount : null;
}

/** Of an amount no rows have a part of 0; of no amount nobody has one. */
function shareOf(some: number | null, whole: number | null) {
  if (whole === null) return { part: null, whole, percent: null };
  const part = some ?? 0;
  return { part, whole, percent: whole === 0 ? null : Number(((part / whole) * 100).toFixed(2)) };
}
