import { type Filter, readableFilter } from '../query/filter';
import { type Column, isMeasure, measuresOf, type Table } from '../tables/tables';
import { readable } from '../text/names';
import type { Sentence } from './sentence';

/**
 * Reads "above average", "orders above the average amount", "higher than average attendance": rows held against the average
 * of all rows that the other conditions keep, each row by itself. Of groups it would be another question.
 */
export function readAverage(sentence: Sentence, table: Table, index: number): Filter | null {
  const compare = sentence.at(index, 'compare');
  const place = sentence.next(index);
  const average = sentence.at(place, 'function');
  if (!compare || compare.of || average?.function !== 'average') return null;
  if (compare.operator !== '>' && compare.operator !== '<') return null;
  const [before, behind] = [sentence.before(index), sentence.next(place)];
  const named = measureAt(sentence, before) ?? measureAt(sentence, behind);
  const [only, ...others] = measuresOf(table);
  const column = named ?? (others.length === 0 ? only : undefined);
  if (!column || column.derived) return null;
  const places = [before, behind].filter((at) => measureAt(sentence, at) === column);
  sentence.claim(index, place, ...places);
  const words = `${readable(column.name)} ${compare.operator} the average of these rows`;
  const label = compare.operator === '>' ? 'Keep above average' : 'Keep below average';
  return { ...readableFilter(column.name, compare.operator, null, words), label, toAverage: true };
}

function measureAt(sentence: Sentence, place: number): Column | null {
  if (sentence.isClaimed(place)) return null;
  const [only, ...others] = sentence.columnsAt(place).filter(isMeasure);
  return only && others.length === 0 ? only : null;
}
