import { canonicalJson, type Json, own } from '#base';
import { defineCapability } from '../defineCapability';
import { failure } from '../fail';
import { compareText } from '../reading/compareCells';
import type { Row } from '../reading/table';
import { rows, z } from '../zod';
import { requireColumn } from './column';

const names = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

export const join = defineCapability({
  id: 'table.join',
  title: 'Join tables',
  description:
    'Puts rows of two tables side by side where the columns in "on" are equal. A column that both have is kept from the left; the right one gets "_2" behind its name. "left" keeps rows without a partner too, "without" keeps those alone.',
  input: z.strictObject({
    left: rows.meta({ title: 'Left rows' }),
    right: rows.meta({ title: 'Right rows' }),
    on: names.meta({ title: 'On' }),
    rightOn: names.optional().meta({
      title: 'On, right',
      description: 'What the columns in "on" are called in the right table, where they have other names.',
    }),
    spelling: z.enum(['exact', 'any-case']).default('exact').meta({
      title: 'Capitals',
      description: 'Whether West and west are equal; then what is empty has no partner.',
    }),
    kind: z.enum(['inner', 'left', 'without']).default('inner').meta({ title: 'Keep' }),
  }),
  output: z.object({ rows, count: z.int() }),
  icon: 'combine',
  tags: ['table'],
  run({ left, right, on, rightOn = on, spelling, kind }) {
    const [columns, others] = [listOf(on), listOf(rightOn)];
    requireAsMany(columns, others);
    for (const column of columns) requireColumn(left, column);
    for (const column of others) requireColumn(right, column);
    const partners = partnersOf(right, others, spelling);
    const rename = renaming(left, right, others);
    const joined = left.flatMap((row) => {
      const key = keyOf(row, columns, spelling);
      const found = (key === null ? undefined : partners.get(key)) ?? [];
      if (found.length === 0) return kind === 'inner' ? [] : [row];
      if (kind === 'without') return [];
      return found.map((partner) => sideBySide(row, partner, rename));
    });
    return { rows: joined, count: joined.length };
  },
});

type Spelling = 'exact' | 'any-case';

function listOf(columns: string | readonly string[]): readonly string[] {
  return typeof columns === 'string' ? [columns] : columns;
}

function requireAsMany(columns: readonly string[], others: readonly string[]): void {
  if (columns.length === others.length) return;
  throw failure(
    'KEYS_UNEQUAL',
    `"on" names ${columns.length} columns and "rightOn" ${others.length}.`,
    'Name as many on the right as on the left, in the same order.',
  );
}

function partnersOf(right: readonly Row[], on: readonly string[], spelling: Spelling): Map<string, Row[]> {
  const partners = new Map<string, Row[]>();
  for (const row of right) {
    const key = keyOf(row, on, spelling);
    if (key === null) continue;
    const same = partners.get(key);
    if (same) same.push(row);
    else partners.set(key, [row]);
  }
  return partners;
}

/** What a row is found by; null for one that has no partner because a cell is empty. */
function keyOf(row: Row, columns: readonly string[], spelling: Spelling): string | null {
  const cells = columns.map((column) => own(row, column) ?? null);
  if (spelling === 'exact') return canonicalJson(cells);
  const plain = cells.map((cell) => (typeof cell === 'string' ? cell.trim().toLowerCase() : cell));
  return plain.some(isEmpty) ? null : canonicalJson(plain);
}

function isEmpty(cell: Json): boolean {
  return cell === null || cell === '';
}

/** What each column of the right table is called beside the left one; null for those joined on. */
function renaming(
  left: readonly Row[],
  right: readonly Row[],
  on: readonly string[],
): Map<string, string | null> {
  const taken = new Set(left.flatMap((row) => Object.keys(row)));
  const names = new Map<string, string | null>();
  // By name: the order of keys in a row means nothing (K4), and decides here which of two gets the shorter name.
  const columns = [...new Set(right.flatMap((row) => Object.keys(row)))].toSorted(compareText);
  for (const column of columns) {
    if (on.includes(column)) {
      names.set(column, null);
      continue;
    }
    let name = column;
    for (let number = 2; taken.has(name); number++) name = `${column}_${number}`;
    taken.add(name);
    names.set(column, name);
  }
  return names;
}

function sideBySide(left: Row, right: Row, rename: ReadonlyMap<string, string | null>): Row {
  const added = Object.entries(right).flatMap(([column, cell]) => {
    const name = rename.get(column);
    return typeof name === 'string' ? [[name, cell] as const] : [];
  });
  return Object.fromEntries([...Object.entries(left), ...added]);
}
