import type { Query } from '../query/query';
import type { Sentence } from '../reading/sentence';
import { type Column, isKey, type Table } from '../tables/tables';
import { columnsByHead } from '../words/heads';

/** "what priority does T-1005 have", "when was the last ticket opened": the cells that answer it. What is the same in each row does not. */
export function shownOf(sentence: Sentence, table: Table, { kind, filters, sort }: Query): readonly string[] {
  if (kind !== 'list') return [];
  const { columns } = table;
  const same = filters.filter(({ operator }) => ['=', 'empty', 'filled'].includes(operator));
  const named = [
    ...sentence.terms.flatMap((_, index) => sentence.columnsAt(index).slice(0, 1)),
    ...placeAsked(sentence, table),
  ];
  const asked = columns.filter(
    (column) =>
      (named.includes(column) || column.name === sort?.by) &&
      column.derived === undefined &&
      !same.some((filter) => filter.column === column.name),
  );
  if (asked.length === 0) return [];
  return [...new Set([keyOf(table), ...asked].flatMap((column) => column?.name ?? []))];
}

/** The column that names the rows: people know a name, where a code stands beside it. */
function keyOf(table: Table): Column | undefined {
  const keys = table.columns.filter(
    (column) => (column.identifies && column.type !== 'date') || isKey(column, table),
  );
  const [first] = keys;
  const isCode = first?.stems.every((stem) => CODES.has(stem)) === true;
  const isName = (last = '') => last === 'name' || (isCode && THINGS.has(last));
  return keys.find(({ stems }) => isName(stems.at(-1))) ?? first;
}

const CODES = new Set(['sku', 'ean', 'code', 'id']);
const THINGS = new Set(['title', 'item', 'product', 'article']);

/** "where is the teapot" */
function placeAsked(sentence: Sentence, table: Table): readonly Column[] {
  const places = /^where$/i.test(sentence.terms[0]?.text ?? '') ? columnsByHead('place', table) : [];
  return places.length === 1 ? places : [];
}
