import { MONTHS } from '../text/names';
import { stemsOf } from '../text/words';
import { type Column, isSubject } from './column';
import { isMeasure, type Table } from './tables';

const DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const ORDINALS = ['first', 'second', 'third', 'fourth'];

/** A kind of head: what its columns are of, and the place and other names of one. */
interface Kind {
  readonly noun: string;
  /** What its cells are called. */
  readonly cells: string;
  readonly least: number;
  readonly said: (head: string) => readonly string[] | null;
}

const KINDS: readonly Kind[] = [
  { noun: 'Month', cells: 'Amount', least: 3, said: (head) => beginning(MONTHS, head) },
  { noun: 'Weekday', cells: 'Amount', least: 3, said: (head) => beginning(DAYS, head) },
  { noun: 'Quarter', cells: 'Amount', least: 2, said: quarterOf },
  {
    noun: 'Week',
    cells: 'Amount',
    least: 3,
    said: (head) => numbered(/^(?:week|wk|w|kw)\s?(\d{1,2})$/i, head, 'week'),
  },
  { noun: 'Subject', cells: 'Mark', least: 3, said: subjectOf },
];

/** A month or a day by its whole name or its first three letters. */
function beginning(names: readonly string[], head: string): readonly string[] | null {
  const plain = head.trim().toLowerCase().replace(/\.$/, '');
  const name = names.find(
    (one) =>
      one === plain || one.slice(0, 3) === plain || (plain === 'sept' && one[0] === 's' && one.length === 9),
  );
  return name === undefined ? null : [name, name.slice(0, 3)];
}

function quarterOf(head: string): readonly string[] | null {
  const number = /^(?:q|quarter)\s?([1-4])$/i.exec(head.trim())?.[1];
  return number === undefined
    ? null
    : [`q${number}`, `quarter ${number}`, `${ORDINALS[Number(number) - 1]} quarter`];
}

/** What is taught at school. */
function subjectOf(head: string): readonly string[] | null {
  const plain = head.trim().toLowerCase();
  return isSubject(plain) ? [plain] : null;
}

function numbered(pattern: RegExp, head: string, noun: string): readonly string[] | null {
  const number = pattern.exec(head.trim())?.[1];
  return number === undefined ? null : [`${noun} ${Number(number)}`];
}

/**
 * A table with a column per month, quarter, week or weekday as it would be with a row for each: "which month was highest"
 * asks about the heads of columns. Other columns of numbers are left out, since every row would repeat them.
 *
 * @returns null where no columns stand for periods, or one of them holds text
 */
export function asRows(table: Table): Table | null {
  const plain = table.columns.filter(({ derived }) => derived === undefined);
  for (const { noun, cells, least, said } of KINDS) {
    const family = plain.filter(({ name }) => said(name) !== null);
    if (family.length < least) continue;
    const [first] = family;
    const isAlike = family.every((column) => isMeasure(column) && column.unit === first?.unit);
    const named = (name: string) => plain.some((column) => column.name.toLowerCase() === name.toLowerCase());
    if (!first || !isAlike || named(noun) || named(cells)) return null;
    const rest = plain.filter((column) => !family.includes(column) && !isMeasure(column));
    const heads = family.map(({ name }) => name);
    return {
      ...table,
      rows: table.rows * family.length,
      columns: [...rest.map(repeated), headsOf(noun, family, said, first), cellsOf(cells, family, first)],
      wide: { columns: heads, name: noun, value: cells },
    };
  }
  return null;
}

/** A value that named one row stands in several now. */
function repeated(column: Column): Column {
  return { ...column, identifies: false, repeats: 0 };
}

function headsOf(noun: string, family: readonly Column[], said: Kind['said'], like: Column): Column {
  return {
    ...like,
    name: noun,
    type: 'text',
    stems: stemsOf(noun),
    values: family.map(({ name }) => name),
    spoken: family.map(({ name }) => ({ value: name, names: said(name) ?? [] })),
    unit: '',
    min: null,
    max: null,
    distinct: family.length,
    empty: 0,
    unread: 0,
  };
}

function cellsOf(name: string, family: readonly Column[], like: Column): Column {
  const ends = family.flatMap(({ min, max }) => [min, max]).filter((end) => typeof end === 'number');
  const total = (of: 'empty' | 'unread') => family.reduce((sum, column) => sum + column[of], 0);
  return {
    ...like,
    name,
    stems: stemsOf(name),
    min: Math.min(...ends),
    max: Math.max(...ends),
    distinct: null,
    empty: 0,
    unread: total('unread'),
  };
}
