import fc from 'fast-check';
import type { WorkspaceDocument } from '#plan';
import { DOMAINS, type Domain, type Role, type Word } from './vocabulary';

export type Cell = string | number | boolean | null;
/** What a row says, by the word for its column. A day is written as `2025-03-31`. */
export type Row = Readonly<Record<string, Cell>>;

/** A table, what it says, and how it lies in a file. */
export interface Table {
  readonly domain: Domain;
  readonly columns: readonly Word[];
  readonly rows: readonly Row[];
  readonly text: string;
  /** A table that says more of a category, where there is one. */
  readonly second: SecondTable | null;
  readonly document: WorkspaceDocument;
}

/** One row for each value of a category, under a head of its own: the zone that it lies in. */
export interface SecondTable {
  readonly category: Word;
  readonly zones: Readonly<Record<string, string>>;
  /** A value that the first table does not have. */
  readonly unused: string;
  readonly text: string;
  readonly document: WorkspaceDocument;
}

export const ZONES = ['Inland', 'Coastal', 'Alpine'] as const;

/** How the cells and the heads of a file are written. */
interface Fashion {
  readonly mark: ',' | ';' | '\t';
  readonly head: 'Title' | 'lower' | 'snake' | 'UPPER';
  readonly money: 'plain' | 'dollar' | 'euro' | 'pound';
  readonly date: 'iso' | 'dotted' | 'spoken';
  readonly blank: '' | 'n/a' | '-';
  readonly flag: readonly [yes: string, no: string];
  readonly unitInHead: boolean;
  readonly isTitled: boolean;
  readonly hasTotal: boolean;
}

const fashion: fc.Arbitrary<Fashion> = fc.record({
  mark: fc.constantFrom(',', ';', '\t'),
  head: fc.constantFrom('Title', 'Title', 'lower', 'snake', 'UPPER'),
  money: fc.constantFrom('plain', 'dollar', 'euro', 'pound'),
  date: fc.constantFrom('iso', 'iso', 'dotted', 'spoken'),
  blank: fc.constantFrom('', '', 'n/a', '-'),
  flag: fc.constantFrom(['yes', 'no'] as const, ['Yes', 'No'] as const, ['true', 'false'] as const),
  unitInHead: fc.boolean(),
  isTitled: fc.boolean(),
  hasTotal: fc.boolean(),
});

export const MONTHS = words(
  'January February March April May June July August September October November December',
);

function words(text: string): readonly string[] {
  return text.split(' ');
}

const two = (number: number) => String(number).padStart(2, '0');

const day = fc
  .tuple(fc.constantFrom(2024, 2025, 2025), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => `${year}-${two(month)}-${two(date)}`);

/** A value as it means; one cell in twelve is empty. */
function cell({ role, values, range, unit }: Word): fc.Arbitrary<Cell> {
  const [min, max] = range;
  if (role === 'category') return fc.option(fc.constantFrom(...values), { freq: 14 });
  if (role === 'date') return fc.option(day, { freq: 14 });
  if (role === 'flag') return fc.option(fc.boolean(), { freq: 14 });
  const whole = fc.integer({ min, max });
  if (unit !== 'money') return fc.option(whole, { freq: 12 });
  return fc.option(
    fc.tuple(whole, fc.integer({ min: 0, max: 99 })).map(([units, cents]) => (units * 100 + cents) / 100),
    { freq: 12 },
  );
}

const some = (all: readonly Word[], role: Role, min: number, max: number) => {
  const own = all.filter((one) => one.role === role);
  return fc.subarray(own, {
    minLength: Math.min(min, own.length),
    maxLength: Math.min(max, own.length),
  });
};

/** Two to ten columns: the name first, the others in any order. */
const columnsOf = ({ words }: Domain): fc.Arbitrary<readonly Word[]> =>
  fc
    .tuple(
      some(words, 'category', 0, 3),
      some(words, 'number', 1, 4),
      some(words, 'date', 0, 1),
      some(words, 'flag', 0, 1),
    )
    .chain((chosen) => fc.shuffledSubarray(chosen.flat(), { minLength: chosen.flat().length }))
    .map((others) => [...words.filter(({ role }) => role === 'name'), ...others]);

const rowsOf = (columns: readonly Word[]): fc.Arbitrary<readonly Row[]> => {
  const [name, ...others] = columns;
  const named = name?.values ?? [];
  const arbitrary = fc.record(Object.fromEntries(others.map((column) => [column.said, cell(column)])));
  return fc
    .tuple(fc.array(arbitrary, { minLength: 4, maxLength: named.length }), fc.nat({ max: 23 }))
    .map(([all, start]) =>
      all.map((row, index) => ({ [name?.said ?? '']: named[(start + index * 5) % 24] ?? '', ...row })),
    );
};

function secondOf(columns: readonly Word[]): fc.Arbitrary<SecondTable | null> {
  const categories = columns.filter(({ role }) => role === 'category');
  if (categories.length === 0) return fc.constant(null);
  return fc
    .tuple(
      fc.constantFrom(...categories),
      fc.array(fc.constantFrom(...ZONES), { minLength: 5, maxLength: 5 }),
      fc.constantFrom('same', 'name'),
    )
    .map(([category, zones, head]) => {
      const unused = 'Nowhere';
      const entries = [...category.values, unused].map((one, at): [string, string] => [
        one,
        zones[at % 5] ?? '',
      ]);
      const names = head === 'same' ? category.said : `${category.said}_name`;
      const text = [
        `${names},zone,headcount`,
        ...entries.map(([one, zone], at) => `${one},${zone},${at + 3}`),
      ].join('\n');
      const document = { id: category.many, kind: 'csv' as const, text };
      return { category, zones: Object.fromEntries(entries), unused, text, document };
    });
}

/** A random table in a random fashion. */
export const table: fc.Arbitrary<Table> = fc.constantFrom(...DOMAINS).chain((domain) =>
  columnsOf(domain).chain((columns) =>
    fc.tuple(rowsOf(columns), fashion, secondOf(columns)).map(([rows, how, second]) => {
      const text = written(domain, columns, rows, how);
      return { domain, columns, rows, text, second, document: { id: domain.id, kind: 'csv' as const, text } };
    }),
  ),
);

export function written(
  domain: Domain,
  columns: readonly Word[],
  rows: readonly Row[],
  how: Fashion,
): string {
  const lines = [
    columns.map((column) => headOf(column, how)),
    ...rows.map((row, at) => columns.map((column) => cellOf(row[column.said] ?? null, column, how, at))),
  ];
  const title = [`Our ${domain.many}`, ...columns.slice(1).map(() => '')];
  const above = how.isTitled ? [title, columns.map(() => '')] : [];
  const below = how.hasTotal ? [totals(columns, rows, how)] : [];
  return [...above, ...lines, ...below]
    .map((line) => line.map((one) => quoted(one, how.mark)).join(how.mark))
    .join('\n');
}

const quoted = (text: string, mark: string) => (text.includes(mark) ? `"${text}"` : text);

function totals(columns: readonly Word[], rows: readonly Row[], how: Fashion): string[] {
  return columns.map((column, at) => {
    if (at === 0) return 'Total';
    if (column.role !== 'number') return '';
    const cents = rows.reduce((sum, row) => sum + Math.round(Number(row[column.said] ?? 0) * 100), 0);
    return cellOf(cents / 100, column, how, 1);
  });
}

function headOf({ said, unit }: Word, how: Fashion): string {
  const tail = how.unitInHead && unit !== '' && unit !== 'money' ? ` (${unit})` : '';
  if (how.head === 'snake') return said.replaceAll(' ', '_');
  if (how.head === 'UPPER') return said.toUpperCase() + tail;
  return (how.head === 'lower' ? said : `${said[0]?.toUpperCase()}${said.slice(1)}`) + tail;
}

/** Every seventh word is spelled in other capitals, or has a space too many. */
function cellOf(value: Cell, { role, unit }: Word, how: Fashion, at: number): string {
  if (value === null) return how.blank;
  if (typeof value === 'boolean') return how.flag[value ? 0 : 1];
  if (typeof value === 'number') return numberOf(value, unit, how);
  if (role === 'date') return dateOf(value, how);
  if (role === 'category' && at % 7 === 3) return value.toLowerCase();
  return role === 'category' && at % 7 === 5 ? `${value} ` : value;
}

function numberOf(value: number, unit: string, how: Fashion): string {
  if (unit !== 'money') return String(value);
  const [whole = '', cents = ''] = value.toFixed(2).split('.');
  const grouped = (mark: string) => whole.replace(/\B(?=(?:\d{3})+$)/g, mark);
  if (how.money === 'euro') return `${grouped('.')},${cents} €`;
  if (how.money === 'plain') return `${whole}.${cents}`;
  return `${how.money === 'dollar' ? '$' : '£'}${grouped(',')}.${cents}`;
}

function dateOf(value: string, how: Fashion): string {
  const [year = '', month = '', date = ''] = value.split('-');
  if (how.date === 'dotted') return `${date}.${month}.${year}`;
  if (how.date === 'spoken') return `${Number(date)} ${MONTHS[Number(month) - 1]?.slice(0, 3)} ${year}`;
  return value;
}
