import { onlyOf } from '#base';
import { NOTHING_KNOWN } from '../tables/column';
import type { Column, Operation, Table } from '../tables/tables';
import { stemsOf, textOf } from '../text/words';
import { columnsOf, isStop, pastStops, says, type Term, termOf } from './meaning';

const OPERATIONS: Readonly<Record<string, Operation>> = {
  minus: 'minus',
  plus: 'plus',
  times: 'times',
  'multiplied by': 'times',
  'divided by': 'divided by',
};

/**
 * "revenue / quantity": divided by, where a column of numbers stands on either side; elsewhere a stroke joins words, as in "yes/no".
 *
 * @example withQuotients('Net / Units by region', tables) // 'Net divided by Units by region'
 */
export function withQuotients(text: string, tables: readonly Table[]): string {
  const names = tables.flatMap(({ columns }) =>
    columns.flatMap(({ name, type }) => (type === 'number' ? [name.toLowerCase()] : [])),
  );
  return text.split('/').reduce((before, side) => {
    const [left, right] = [before.trimEnd(), side.trimStart()];
    const divides =
      names.some((name) => left.toLowerCase().endsWith(name)) &&
      names.some((name) => right.toLowerCase().startsWith(name));
    return divides ? `${left} divided by ${right}` : `${before}/${side}`;
  });
}

/** "list price minus deal value": three terms that are one column, which `table.compute` makes. */
export function withComputed(terms: readonly Term[]): readonly Term[] {
  const made: Term[] = [];
  for (let index = 0; index < terms.length; index++) {
    const term = terms[index];
    const found = arithmetic(terms, index) ?? elapsed(terms, index);
    if (found) {
      made.push(found.term);
      index = found.end;
    } else if (term) made.push(term);
  }
  return made;
}

interface Found {
  readonly term: Term;
  readonly end: number;
}

function arithmetic(terms: readonly Term[], index: number): Found | null {
  const left = columnAt(terms, index, 'number');
  const said = terms[index + 1];
  const operation =
    said && Object.hasOwn(OPERATIONS, said.text.toLowerCase())
      ? OPERATIONS[said.text.toLowerCase()]
      : undefined;
  const end = pastStops(terms, index + 2);
  const right = columnAt(terms, end, 'number');
  if (!left || !right || operation === undefined || left === right) return null;
  const name = `${left.name} ${operation} ${right.name}`;
  return { term: madeOf(terms, index, end, computedColumn(name, left, operation, right)), end };
}

/** "days from order date to ship date", "hours between opened and closed". */
function elapsed(terms: readonly Term[], index: number): Found | null {
  const unit = /^(days?|hours?)$/i.exec(terms[index]?.text ?? '')?.[1]?.toLowerCase();
  if (unit === undefined) return null;
  const from = terms
    .slice(index + 1, index + 8)
    .findIndex(({ text }) => /^(from|between|since)$/i.test(text));
  if (from < 0) return null;
  const first = pastStops(terms, index + 1 + from + 1);
  const joint = first + 1;
  const last = pastStops(terms, joint + 1);
  const [earlier, later] = [columnAt(terms, first, 'date'), columnAt(terms, last, 'date')];
  const isJoined = says(terms[joint], /^(to|and|until|till)$/i);
  const between = terms.slice(index + 1, index + 1 + from).every(isStop);
  if (!earlier || !later || earlier === later || !isJoined || !between) return null;
  const operation = unit.startsWith('day') ? 'days since' : 'hours since';
  const name = `${unit.startsWith('day') ? 'days' : 'hours'} from ${earlier.name} to ${later.name}`;
  return { term: madeOf(terms, index, last, computedColumn(name, later, operation, earlier)), end: last };
}

export function computedColumn(name: string, left: Column, operation: Operation, right: Column): Column {
  const derived = { left: left.name, operation, right: right.name };
  const unit = operation === 'minus' || operation === 'plus' ? left.unit : '';
  const isDuration = left.isDuration && operation === 'minus';
  return { ...NOTHING_KNOWN, name, type: 'number', stems: stemsOf(name), unit, isDuration, derived };
}

function madeOf(terms: readonly Term[], start: number, end: number, column: Column): Term {
  return termOf(textOf(terms.slice(start, end + 1)), { kind: 'column', column, exact: true });
}

/** The one column of that type that a term names. */
function columnAt(terms: readonly Term[], index: number, type: Column['type']): Column | null {
  return onlyOf(columnsOf(terms[index]), (column) => column.type === type);
}
