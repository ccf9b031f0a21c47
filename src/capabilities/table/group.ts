import { canonicalJson, type Json, own } from '#base';
import { defineCapability } from '../defineCapability';
import { failure } from '../fail';
import { rows, z } from '../zod';
import { type Aggregate, figure, functionSchema, nameOf } from './aggregates';
import { requireColumn } from './column';
import type { Row } from './table';

const aggregate = z.strictObject({
  column: z.string().min(1).optional().meta({ title: 'Column' }),
  function: functionSchema,
  as: z.string().min(1).optional().meta({ title: 'Call it' }),
});

export const group = defineCapability({
  id: 'table.group',
  title: 'Group rows',
  description:
    'Makes one row per distinct value of the columns in "by", with figures (sum, average, median, count, min, max) over the rows of each group. Groups stand in order of first appearance; "spelling" says whether West and west are one.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    by: z.array(z.string().min(1)).min(1).meta({ title: 'Group by' }),
    spelling: z
      .enum(['exact', 'any-case'])
      .default('exact')
      .meta({ title: 'Capitals', description: 'Whether West and west are two groups or one.' }),
    aggregates: z.array(aggregate).default([]).meta({ title: 'Figures' }),
  }),
  output: z.object({ rows, count: z.int() }),
  icon: 'layers',
  tags: ['table'],
  run({ rows: all, by, aggregates, spelling }) {
    for (const column of by) requireColumn(all, column);
    refuseDoubleNames([...by, ...aggregates.map(nameOf)]);
    const groups = [...groupsOf(all, by, spelling)].map((members) => groupRow(members, by, aggregates));
    return { rows: groups, count: groups.length };
  },
});

function groupsOf(
  all: readonly Row[],
  by: readonly string[],
  spelling: 'exact' | 'any-case',
): Iterable<Row[]> {
  const groups = new Map<Json, Row[]>();
  const keyOf = by.length === 1 ? keyOfCell : canonicalJson;
  for (const row of all) {
    const cells = by.map((column) => spelled(own(row, column) ?? null, spelling));
    const key = keyOf(cells);
    const members = groups.get(key);
    if (members) members.push(row);
    else groups.set(key, [row]);
  }
  return groups.values();
}

/** Most groups are by one column of texts, of which each is a key of its own: but for lists and objects, which begin like one. */
function keyOfCell(cells: readonly Json[]): Json {
  const [cell = null] = cells;
  const isPlain = typeof cell === 'string' ? !cell.startsWith('[') : typeof cell !== 'object';
  return isPlain ? cell : canonicalJson(cells);
}

function spelled(cell: Json, spelling: 'exact' | 'any-case'): Json {
  return typeof cell === 'string' && spelling === 'any-case' ? cell.trim().toLowerCase() : cell;
}

function groupRow(members: readonly Row[], by: readonly string[], aggregates: readonly Aggregate[]): Row {
  const first = members[0];
  return Object.fromEntries([
    ...by.map((column) => [column, (first && own(first, column)) ?? null] as const),
    ...aggregates.map((one) => [nameOf(one), figure(members, one)] as const),
  ]);
}

function refuseDoubleNames(names: readonly string[]): void {
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double === undefined) return;
  throw failure(
    'NAME_TAKEN',
    `Two columns of the result would be called "${double}".`,
    'Give one another name.',
  );
}
