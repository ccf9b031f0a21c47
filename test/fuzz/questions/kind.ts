import fc from 'fast-check';
import type { PlainAnswer } from '../../questions/answers';
import { having, present } from './conditions';
import { MONTHS, type Row, type Table, ZONES } from './table';
import type { Word } from './vocabulary';

/** What the places of a wording are filled with. */
export interface Places {
  readonly table: Table;
  readonly number: Word;
  readonly category: Word;
  readonly date: Word;
  readonly flag: Word;
  /** Two values of the category. */
  readonly value: string;
  readonly other: string;
  /** One row, and how it is called. */
  readonly row: Row;
  readonly n: number;
  /** A zone of the second table. */
  readonly zone: string;
  /** Two months, the earlier first: `2025-03`. */
  readonly months: readonly [string, string];
}

/** A kind of question: its wordings, and what the rows say, in each reading that is sane. None: no answer is worth a look. */
export interface Kind {
  readonly name: string;
  readonly wordings: readonly string[];
  readonly answer: (
    rows: readonly Row[],
    places: Places,
  ) => PlainAnswer | null | readonly (PlainAnswer | null)[];
  /** What it is asked of beside a table with such columns: a second table, or days of two months. */
  readonly needs?: 'second' | 'months';
  /** Whether a condition may follow. */
  readonly takesCondition: boolean;
}

export const kind = (
  name: string,
  wordings: string,
  answer: Kind['answer'],
  takesCondition = true,
): Kind => ({
  name,
  wordings: wordings.split('|'),
  answer,
  takesCondition,
});

const NEEDS: Readonly<Record<string, 'number' | 'category' | 'date' | 'flag'>> = {
  '{number}': 'number',
  '{category}': 'category',
  '{categories}': 'category',
  '{value}': 'category',
  '{date}': 'date',
  '{month}': 'date',
  '{quarter}': 'date',
  '{year}': 'date',
  '{weekday}': 'date',
  '{earlier}': 'date',
  '{flag}': 'flag',
};

/** Whether a table has what a wording speaks of. */
const fits = (table: Table, wording: string): boolean =>
  Object.entries(NEEDS).every(([place, role]) => {
    if (!wording.includes(place)) return true;
    const own = having(table, role);
    return place === '{value}' ? own.some((column) => present(table, column).length > 1) : own.length > 0;
  });

const nobody: Word = { role: 'number', said: '', many: '', values: [], range: [0, 0], unit: '' };
const oneOf = (table: Table, role: Word['role'], fit: (column: Word) => boolean = () => true) => {
  const own = having(table, role).filter(fit);
  return own.length === 0 ? fc.constant(nobody) : fc.constantFrom(...own);
};

/** @param inTwo whether the category has two values */
const placesOf = (table: Table, inTwo: boolean): fc.Arbitrary<Places> =>
  oneOf(table, 'category', (column) => !inTwo || present(table, column).length > 1).chain((category) => {
    const values = present(table, category);
    const length = Math.min(2, values.length);
    return fc
      .record({
        number: oneOf(table, 'number'),
        date: oneOf(table, 'date'),
        flag: oneOf(table, 'flag'),
        values: fc.shuffledSubarray([...values], { minLength: length, maxLength: length }),
        row: fc.constantFrom(...table.rows),
        n: fc.integer({ min: 2, max: 4 }),
        zone: fc.constantFrom(...ZONES),
        months: twoOf(monthsIn(table)),
      })
      .map(({ values: [value = '', other = ''], ...places }) => ({
        ...places,
        table,
        category,
        value,
        other,
      }));
  });

/** One question of a kind about a table. */
export interface Asked {
  readonly kind: Kind;
  readonly places: Places;
  readonly words: string;
}

/** @returns questions of this kind, or none where the table has not what they speak of */
export function asking(table: Table, one: Kind): readonly fc.Arbitrary<Asked>[] {
  const wordings = one.wordings.filter((wording) => fits(table, wording));
  if (wordings.length === 0 || (one.needs === 'second' && table.second === null)) return [];
  if (one.needs === 'months' && monthsIn(table).length < 2) return [];
  const question = fc.constantFrom(...wordings).chain((wording) =>
    placesOf(table, wording.includes('{value}')).map((places) => ({
      kind: one,
      places,
      words: filled(wording, places),
    })),
  );
  return [question];
}

function filled(
  wording: string,
  { table, number, category, date, flag, value, other, row, n, zone, months }: Places,
): string {
  const { one, many } = table.domain;
  const parts: Readonly<Record<string, string>> = {
    one,
    many,
    number: number.said,
    category: category.said,
    categories: category.many,
    date: date.said,
    flag: flag.said,
    value,
    other,
    name: nameOf(row, table),
    n: String(n),
    month: 'month',
    quarter: 'quarter',
    year: 'year',
    weekday: 'weekday',
    zone,
    shared: table.second?.category.many ?? '',
    earlier: monthInWords(months[0]),
    later: monthInWords(months[1]),
  };
  return wording.replaceAll(/\{(\w+)\}/g, (_, place: string) => parts[place] ?? '');
}

/** The months of the one column of days, the first of them first. */
function monthsIn(table: Table): readonly string[] {
  const [date] = having(table, 'date');
  const all = date ? table.rows.flatMap((row) => cellOf(date)(row)?.slice(0, 7) ?? []) : [];
  return [...new Set(all)].toSorted();
}

const twoOf = (all: readonly string[]) => {
  const length = Math.min(2, all.length);
  return fc
    .subarray([...all], { minLength: length, maxLength: length })
    .map(([one = '', other = '']): [string, string] => [one, other]);
};

const monthInWords = (key: string) => `${MONTHS[Number(key.slice(5)) - 1] ?? ''} ${key.slice(0, 4)}`;

/** What a row is called. */
export const nameOf = (row: Row, { columns }: Table): string => String(row[columns[0]?.said ?? ''] ?? '');

export const numbers = (rows: readonly Row[], { said }: Word): number[] =>
  rows.flatMap((row) => (typeof row[said] === 'number' ? [row[said]] : []));

export const total = (all: readonly number[]): number =>
  Math.round(all.reduce((sum, one) => sum + one, 0) * 100) / 100;

export const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;

export function median(all: readonly number[]): number {
  const sorted = all.toSorted((one, other) => one - other);
  const [low = 0, high = 0] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return (low + high) / 2;
}

/** The rows by their value of a column; those without one are left out. */
export function grouped(rows: readonly Row[], of: (row: Row) => string | null): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const key = of(row);
    if (key !== null) found.set(key, [...(found.get(key) ?? []), row]);
  }
  return found;
}

/** The cell of a category, or of a date. */
export const cellOf =
  ({ said }: Word) =>
  (row: Row): string | null =>
    typeof row[said] === 'string' ? row[said] : null;
