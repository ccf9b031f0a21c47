import { canonicalJson, own } from '#base';
import { defineCapability } from '../defineCapability';
import { rows, z } from '../zod';
import { requireColumn } from './column';
import { compareText } from './compareCells';
import type { Row } from './table';

export const join = defineCapability({
  id: 'table.join',
  title: 'Join tables',
  description:
    'Puts rows of two tables side by side where the columns in "on" are equal. A column that both have is kept from the left; the right one gets "_2" behind its name. "left" keeps rows without a partner.',
  input: z.strictObject({
    left: rows.meta({ title: 'Left rows' }),
    right: rows.meta({ title: 'Right rows' }),
    on: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).meta({ title: 'On' }),
    kind: z.enum(['inner', 'left']).default('inner').meta({ title: 'Keep' }),
  }),
  output: z.object({ rows, count: z.int() }),
  icon: 'combine',
  tags: ['table'],
  run({ left, right, on, kind }) {
    const columns = typeof on === 'string' ? [on] : on;
    for (const column of columns) {
      requireColumn(left, column);
      requireColumn(right, column);
    }
    const partners = partnersOf(right, columns);
    const rename = renaming(left, right, columns);
    const joined = left.flatMap((row) => {
      const found = partners.get(keyOf(row, columns)) ?? [];
      if (found.length === 0) return kind === 'left' ? [row] : [];
      return found.map((partner) => sideBySide(row, partner, rename));
    });
    return { rows: joined, count: joined.length };
  },
});

function partnersOf(right: readonly Row[], on: readonly string[]): Map<string, Row[]> {
  const partners = new Map<string, Row[]>();
  for (const row of right) {
    const key = keyOf(row, on);
    const same = partners.get(key);
    if (same) same.push(row);
    else partners.set(key, [row]);
  }
  return partners;
}

function keyOf(row: Row, columns: readonly string[]): string {
  return canonicalJson(columns.map((column) => own(row, column) ?? null));
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
