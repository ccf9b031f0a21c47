import { onlyOf } from '#base';
import { readable } from '../text/names';
import { wordSet } from '../text/words';
import type { Column, Joined } from './column';
import { isId, isMeasure, nounsOf, type Table } from './tables';

/** A column of one table and one of another that name the same things. */
export interface Link {
  readonly left: Table;
  readonly right: Table;
  readonly on: Column;
  /** Each of its values stands in one row alone. */
  readonly rightOn: Column;
}

/** Whether two tables have a column in common, and if not, what is in the way; null where nothing looks like one. */
type Linked = { readonly link: Link } | { readonly reason: string } | null;

/** What says in a head that it names things. */
const NAMING = wordSet('id no nr number code key name');

/** The smallest part of the values of one column that must stand in the other. */
const LEAST_SHARED = 0.5;

/**
 * The columns by which two tables belong together: their heads are alike, their values are mostly the same, and on one
 * side no two rows share one, so that a row finds one partner at most.
 *
 * @returns of tables that fit in both directions the one in which fewer rows stay alone
 */
export function linkOf(one: Table, other: Table): Linked {
  const pairs = [...alikeIn(one, other), ...alikeIn(other, one)];
  const links = pairs.filter(({ right, rightOn }) => namesRows(right, rightOn));
  const [first, ...more] = links.toSorted((a, b) => aloneIn(a).length - aloneIn(b).length);
  if (first && more.every((link) => isReverse(first, link))) return { link: first };
  const [pair] = pairs;
  if (!pair) return null;
  const names = `“${readable(pair.left.name)}” and “${readable(pair.right.name)}”`;
  if (first) return { reason: `${names} have several columns in common: I cannot tell which joins them` };
  return {
    reason: `“${readable(pair.on.name)}” stands in several rows of ${names}: joined, their rows would multiply`,
  };
}

function isReverse(one: Link, other: Link): boolean {
  return one.on.name === other.rightOn.name && one.rightOn.name === other.on.name;
}

function alikeIn(left: Table, right: Table): readonly Link[] {
  return plainOf(left).flatMap((on) =>
    plainOf(right)
      .filter((rightOn) => isAlike(on, rightOn, right) && isShared(on, rightOn, right))
      .map((rightOn) => ({ left, right, on, rightOn })),
  );
}

function plainOf({ columns }: Table): readonly Column[] {
  return columns.filter(
    ({ derived, type }) => derived === undefined && (type === 'text' || type === 'number'),
  );
}

/** Each row has a value of its own there, whatever its capitals; of texts all must be known to say so. */
function namesRows({ rows }: Table, column: Column): boolean {
  const { distinct, empty, values } = column;
  if (distinct === null || distinct !== rows - empty) return false;
  return column.type === 'number' || (isListed(column) && new Set(values.map(plain)).size === values.length);
}

/** Whether all texts of a column are known: of a long one the first are. */
function isListed({ distinct, values, type }: Column): boolean {
  return type === 'text' && distinct !== null && values.length >= distinct;
}

/** "Customer number" and "Customer no", "Book title" and "Title" of books, "customer_id" and "ID" of customers. */
function isAlike(on: Column, rightOn: Column, right: Table): boolean {
  if (on.stems.includes('name') && isSame(on.stems, rightOn.stems)) return true;
  const noun = nounsOf(right);
  const [left, there] = [on, rightOn].map(({ stems }) => stems.filter((stem) => !NAMING.has(stem)));
  const [own, others] = [left, there].map((stems) => (stems ?? []).filter((stem) => !noun.includes(stem)));
  if (own === undefined || others === undefined || left === undefined || there === undefined) return false;
  if (isSame(left, there) && left.length > 0) return true;
  if (others.length > 0) return isSame(own, others);
  return own.length === 0 && left.length > 0;
}

/** Word for word, of which one may be short for the other: "emp" and "employee". */
function isSame(left: readonly string[], right: readonly string[]): boolean {
  return (
    left.length === right.length &&
    left.every((stem, index) => {
      const other = right[index] ?? '';
      const [short, long] = stem.length < other.length ? [stem, other] : [other, stem];
      return short === long || (short.length >= 3 && long.startsWith(short));
    })
  );
}

/** Numbers are not listed: those of one side must lie within those of the other, and no measure joins anything. */
function isShared(on: Column, rightOn: Column, right: Table): boolean {
  if (on.type !== rightOn.type) return false;
  if (on.type === 'number') {
    const isNumber = isId(rightOn) && (isId(on) || on.stems.every((stem) => nounsOf(right).includes(stem)));
    return isNumber && Number(on.min) >= Number(rightOn.min) && Number(on.max) <= Number(rightOn.max);
  }
  const there = new Set(rightOn.values.map(plain));
  const here = [...new Set(on.values.map(plain))];
  const shared = here.filter((value) => there.has(value));
  return here.length > 0 && shared.length >= LEAST_SHARED * Math.min(here.length, there.size);
}

/** Values of a link's column that the other table does not have. */
function aloneIn({ on, rightOn }: Link): readonly string[] {
  const there = new Set(rightOn.values.map(plain));
  return on.values.filter((value) => !there.has(plain(value)));
}

/** How many things of the right table no row of the left one names; null where not all values are known. */
export function unnamedIn({ on, rightOn }: Link): number | null {
  if (!isListed(on) || !isListed(rightOn)) return null;
  const here = new Set(on.values.map(plain));
  return rightOn.values.filter((value) => !here.has(plain(value))).length;
}

function plain(value: string): string {
  return value.trim().toLowerCase();
}

/** The column of the right table that people call its rows by: its one column of names, or the common one. */
function nameColumn({ right, rightOn }: Link): Column {
  const only = onlyOf(
    right.columns,
    (column) => column.identifies && column.type === 'text' && column.name !== rightOn.name,
  );
  return only ?? rightOn;
}

/**
 * The left table with the columns of the right one beside its own, as `table.join` makes it. Every row of the left one is
 * there once; what the right one says stands in as many rows as name it. The noun of the right table, "customers", is
 * another name of the column that its rows are called by.
 */
export function sideBySide(link: Link): Table {
  const { left, right, on, rightOn } = link;
  const taken = new Set(left.columns.map(({ name }) => name));
  const calledLike = nameColumn(link);
  const added = right.columns
    .filter(({ derived, name, type }) => derived === undefined && name !== rightOn.name && type !== 'date')
    .map((column) => repeatedIn(link, column, taken));
  const named = calledLike.name === rightOn.name ? on : added.find(({ name }) => name === calledLike.name);
  const noun = nounsOf(right);
  const said =
    named && named.stems.join(' ') !== noun.join(' ') ? [{ ...named, stems: noun, values: [] }] : [];
  return {
    ...left,
    columns: [...left.columns, ...added, ...said],
    joined: { ...joinOf(link), columns: added.map(({ name }) => name) },
  };
}

function repeatedIn(link: Link, column: Column, taken: ReadonlySet<string>): Column {
  const { on } = link;
  let name = column.name;
  for (let number = 2; taken.has(name); number++) name = `${column.name}_${number}`;
  const distinct = Math.min(
    column.distinct ?? Number.POSITIVE_INFINITY,
    on.distinct ?? Number.POSITIVE_INFINITY,
  );
  return {
    ...column,
    name,
    identifies: false,
    repeats: 0,
    empty: column.empty + on.empty + aloneIn(link).length,
    distinct: Number.isFinite(distinct) ? distinct : null,
  };
}

function joinOf(link: Link): Joined {
  const { right, on, rightOn } = link;
  const alone = aloneIn(link).length;
  const unnamed = unnamedIn(link) ?? 0;
  return {
    document: right.document,
    name: right.name,
    on: on.name,
    rightOn: rightOn.name,
    kind: 'left',
    columns: [],
    words: [
      ...(alone > 0 ? [`${alone} “${readable(on.name)}” not in ${right.name}`] : []),
      ...(unnamed > 0 ? [`${unnamed} of ${right.name} in no row of ${link.left.name}`] : []),
    ],
  };
}

/** The rows of the right table that no row of the left one names. */
export function withoutRows({ left, right, on, rightOn }: Link): Table {
  return {
    ...right,
    joined: {
      document: left.document,
      name: left.name,
      on: rightOn.name,
      rightOn: on.name,
      kind: 'without',
      columns: [],
      words: [],
    },
  };
}

/** Whether a column of a joined table is a number that its rows repeat. */
export function isRepeated({ joined, columns }: Table, name: string): boolean {
  const column = columns.find((one) => one.name === name);
  return column !== undefined && isMeasure(column) && joined?.columns.includes(name) === true;
}
