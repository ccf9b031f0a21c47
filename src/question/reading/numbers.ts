import { type Filter, filterOf, inYear } from '../query/filter';
import { isMeasure, isYear, periodColumn, type Table } from '../tables/tables';
import { claimTime, meantTimes } from './meantTimes';
import { isYearNumber } from './saidComparison';
import type { Sentence } from './sentence';

/** A number beside its column ("store 12", "rating = 5"), or a year for the column of times. */
export function numbered(sentence: Sentence, table: Table, index: number, negated: boolean): Filter | null {
  const counted = numberBefore(sentence, index, negated);
  if (counted) return counted;
  const number = sentence.at(index, 'number');
  if (!number) return null;
  const near = sentence.before(index, ['not', 'compare']);
  const beside = sentence.isClaimed(near)
    ? undefined
    : sentence.columnsAt(near).find(({ type }) => type === 'number');
  const times = meantTimes(sentence, table);
  const isTime = isYearNumber(number.value) && times.length > 0;
  if (
    beside &&
    !sentence.isGroup(near) &&
    isEquated(sentence, near, index) &&
    (!isTime || times.includes(beside))
  ) {
    sentence.claim(index, near);
    return filterOf(beside, negated ? '!=' : '=', number.value);
  }
  if (!isTime) return null;
  const column = times.find(isYear) ?? (times.length === 1 ? times[0] : undefined);
  if (!column || (negated && column.type === 'date')) return null;
  sentence.claim(index);
  if (column.type === 'date') claimTime(sentence, column);
  const names = [column, periodColumn(table, column, 'year')];
  if (sentence.columnsAt(near).some((one) => names.includes(one)) && !sentence.isGroup(near))
    sentence.claim(near);
  return negated ? filterOf(column, '!=', number.value) : inYear(column, number.value);
}

const HAVING = /^(?:with|has|have|had|having|a|an|of|gave|give|got|get|exactly|is|are|rated|for)$/i;

/** "with 3 rooms", "a 10 % discount": so many of what a column counts, and no number of rows to show. */
function numberBefore(sentence: Sentence, index: number, negated: boolean): Filter | null {
  const number = sentence.at(index, 'number') ?? sentence.at(index, 'amount');
  const place = index + 1;
  const [column, ...others] = sentence.isClaimed(place) ? [] : sentence.columnsAt(place);
  const isSaid = HAVING.test(sentence.terms[index - 1]?.text ?? '') && !sentence.read(index + 2, 'orCompare');
  if (!number || !column || others.length > 0 || !isSaid || !isMeasure(column)) return null;
  sentence.claim(index, place);
  return filterOf(column, negated ? '!=' : '=', number.value);
}

const EQUATING = new Set(['is', 'are', 'was', 'were', 'of', 'the', 'value', 'number', 'a']);

/** "store 12", "rating of 5", "store = 12", and not "revenue in 12". */
function isEquated(sentence: Sentence, column: number, value: number): boolean {
  for (let index = column + 1; index < value; index++) {
    const joins = sentence.read(index, 'compare') ?? sentence.read(index, 'not');
    if (!joins && !EQUATING.has(sentence.terms[index]?.text.toLowerCase() ?? '')) return false;
  }
  return true;
}
