import { type Filter, filterOf } from '../query/filter';
import type { Table } from '../tables/tables';
import type { Sentence } from './sentence';

/** Reads a quoted text: a value, or with "containing" a part of one. */
export function quoted(sentence: Sentence, table: Table, index: number, negated: boolean): Filter | null {
  const text = sentence.at(index, 'quoted')?.text;
  if (text === undefined) return null;
  const near = sentence.before(index, ['not', 'compare', 'contains']);
  const contains = sentence.at(sentence.before(index), 'contains') !== null;
  const beside = sentence.isClaimed(near)
    ? undefined
    : sentence.columnsAt(near).find(({ type }) => type === 'text');
  const holding = table.columns.filter(({ values }) => values.some((value) => sameText(value, text)));
  const column = beside ?? (holding.length === 1 ? holding[0] : undefined);
  if (!column) {
    sentence.problem(`no column of ${table.name} has the value “${text}”`);
    sentence.claim(index);
    return null;
  }
  sentence.claim(index, ...(beside ? [near] : []), ...(contains ? [sentence.before(index)] : []));
  const value = column.values.find((one) => sameText(one, text)) ?? text;
  if (contains) return filterOf(column, 'contains', text);
  return filterOf(column, negated ? '!=' : '=', value);
}

/** "mention a refund in the description": any word, in a column of text that is named. */
export function mentioned(sentence: Sentence, index: number): Filter | null {
  if (!sentence.at(index, 'contains')) return null;
  const place = sentence.next(index);
  const word = sentence.terms[place];
  if (!word || sentence.isClaimed(place) || sentence.at(place, 'quoted')) return null;
  const sides = [sentence.next(place), sentence.before(index)];
  const texts = sides.flatMap((side) => sentence.columnsAt(side).filter(({ type }) => type === 'text'));
  const [column] = texts;
  if (!column || sentence.columnsAt(place).includes(column)) return null;
  const beside = sides.filter((side) => sentence.columnsAt(side).includes(column)).slice(0, 1);
  if (beside.some((side) => sentence.isClaimed(side))) return null;
  sentence.claim(index, place, ...beside);
  return filterOf(column, 'contains', word.text);
}

function sameText(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
