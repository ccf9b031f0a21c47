import { own } from '#base';
import { defineCapability } from '../defineCapability';
import { failure } from '../fail';
import { rows, z } from '../zod';
import { functionSchema, nameOf, percentSchema, perSchema } from './aggregates';
import { requireColumn } from './column';
import { figuresOf } from './figuresOf';
import { groupsOf } from './groups';

const aggregate = z.strictObject({
  column: z.string().min(1).optional().meta({ title: 'Column' }),
  per: perSchema,
  percent: percentSchema,
  function: functionSchema,
  as: z.string().min(1).optional().meta({ title: 'Call it' }),
});

export const group = defineCapability({
  id: 'table.group',
  title: 'Group rows',
  description:
    'Makes one row per distinct value of the columns in "by", with figures over the rows of each group. Groups stand in order of first appearance; "spelling" says whether West and west are one.',
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
    if (all.length === 0) return { rows: [], count: 0 };
    const groups = groupsOf(all, by, spelling);
    const figures = aggregates.map((one) => [nameOf(one), figuresOf(all, one, groups, by)] as const);
    const made = groups.firsts.map((first, group) => ({
      ...Object.fromEntries(by.map((column) => [column, own(all[first] ?? {}, column) ?? null])),
      ...Object.fromEntries(figures.map(([name, values]) => [name, values[group] ?? null])),
    }));
    return { rows: made, count: made.length };
  },
});

function refuseDoubleNames(names: readonly string[]): void {
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double === undefined) return;
  throw failure(
    'NAME_TAKEN',
    `Two columns of the result would be called "${double}".`,
    'Give one another name.',
  );
}
