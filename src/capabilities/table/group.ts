import { canonicalJson, own } from '#base';
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
    'Makes one row per distinct value of the columns in "by", with figures (sum, average, count, min, max) over the rows of each group. Groups stand in order of first appearance.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    by: z.array(z.string().min(1)).min(1).meta({ title: 'Group by' }),
    aggregates: z.array(aggregate).default([]).meta({ title: 'Figures' }),
  }),
  output: z.object({ rows, count: z.int() }),
  icon: 'layers',
  tags: ['table'],
  run({ rows: all, by, aggregates }) {
    for (const column of by) requireColumn(all, column);
    refuseDoubleNames([...by, ...aggregates.map(nameOf)]);
    const groups = [...groupsOf(all, by)].map((members) => groupRow(members, by, aggregates));
    return { rows: groups, count: groups.length };
  },
});

function groupsOf(all: readonly Row[], by: readonly string[]): Iterable<Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of all) {
    const key = canonicalJson(by.map((column) => own(row, column) ?? null));
    const members = groups.get(key);
    if (members) members.push(row);
    else groups.set(key, [row]);
  }
  return groups.values();
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
