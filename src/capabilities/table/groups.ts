import { canonicalJson, type Json, own } from '#base';
import type { Row } from '../reading/table';

export type Spelling = 'exact' | 'any-case';

/** Rows in groups, which are numbered as their first rows stand. */
export interface Groups {
  /** The group of each row. */
  readonly of: Int32Array;
  /** The first row of each group. */
  readonly firsts: readonly number[];
}

/** Columns are grouped by again and again, and rows are values. */
const known = new WeakMap<readonly Row[], Map<string, Groups>>();

/** Rows whose cells in all of the columns are equal: of kind and value, and for `any-case` whatever their capitals. */
export function groupsOf(rows: readonly Row[], by: readonly string[], spelling: Spelling): Groups {
  const [first, ...others] = by.map((column) => columnGroups(rows, column, spelling));
  return first === undefined ? oneGroup(rows) : others.reduce(both, first);
}

/** All rows as one group, also where there are none. */
export function oneGroup(rows: readonly Row[]): Groups {
  return { of: new Int32Array(rows.length), firsts: [0] };
}

function columnGroups(rows: readonly Row[], column: string, spelling: Spelling): Groups {
  const columns = known.get(rows) ?? new Map<string, Groups>();
  known.set(rows, columns);
  const name = `${spelling} ${column}`;
  const groups =
    columns.get(name) ??
    numbered(rows.length, (at) => {
      const row = rows[at];
      return keyOfCell(spelled((row && own(row, column)) ?? null, spelling));
    });
  columns.set(name, groups);
  return groups;
}

/** Rows that are together in both. */
function both(one: Groups, other: Groups): Groups {
  const width = other.firsts.length;
  return numbered(one.of.length, (at) => (one.of[at] ?? 0) * width + (other.of[at] ?? 0));
}

function numbered(length: number, keyAt: (at: number) => Json): Groups {
  const numbers = new Map<Json, number>();
  const of = new Int32Array(length);
  const firsts: number[] = [];
  for (let at = 0; at < length; at++) {
    const key = keyAt(at);
    let number = numbers.get(key);
    if (number === undefined) {
      number = firsts.length;
      numbers.set(key, number);
      firsts.push(at);
    }
    of[at] = number;
  }
  return { of, firsts };
}

/** Most cells are a key of their own; lists and objects are by what is in them, in brackets, and so are texts that begin like one. */
function keyOfCell(cell: Json): Json {
  const isPlain =
    typeof cell === 'string' ? !cell.startsWith('[') : cell === null || typeof cell !== 'object';
  return isPlain ? cell : canonicalJson([cell]);
}

function spelled(cell: Json, spelling: Spelling): Json {
  return typeof cell === 'string' && spelling === 'any-case' ? cell.trim().toLowerCase() : cell;
}
