import { onlyOf } from '#base';
import { type Filter, readableFilter } from '../query/filter';
import { isBound } from '../tables/column';
import { type Column, isMeasure, isRate, measuresOf } from '../tables/tables';
import { readable } from '../text/names';
import { computedColumn } from '../words/computed';
import { dueAndDone } from '../words/howLong';
import type { CompareOperator } from '../words/meaning';
import type { Sentence } from './sentence';

/**
 * Reads a comparison with another column: "stock below reorder level", "items below their reorder level". Where the first
 * of the two is not named, it is the only other column that counts the same, and the answer says which.
 */
export function readColumns(sentence: Sentence, index: number): Filter | null {
  return readTwoDates(sentence, index) ?? readMoreOf(sentence, index) ?? readBound(sentence, index);
}

function readBound(sentence: Sentence, index: number): Filter | null {
  const compare = sentence.at(index, 'compare');
  const place = sentence.next(index);
  const right = compare && !compare.of ? wholeMeasureAt(sentence, place) : null;
  if (!compare || !right) return null;
  const before = sentence.before(index);
  const left = wholeMeasureAt(sentence, before) ?? counterpart(sentence, right);
  if (!left || left === right) return null;
  sentence.claim(index, place, ...(wholeMeasureAt(sentence, before) === left ? [before] : []));
  return compared(sentence, left, compare.operator, right, 'minus');
}

/** "returned after due", "where delivered is later than promised": a cell of dates against another of the same row. */
function readTwoDates(sentence: Sentence, index: number): Filter | null {
  const compare = sentence.at(index, 'compare');
  const [before, place] = [sentence.before(index), sentence.next(index)];
  const left = compare && /^(?:>|<|>=|<=)$/.test(compare.operator) ? dateAt(sentence, before) : null;
  const right = left && dateAt(sentence, place);
  if (!compare || !left || !right || left === right) return null;
  sentence.claim(index, before, place);
  return compared(sentence, left, compare.operator, right, 'days since');
}

/** "more away goals than home goals", "fewer visits than calls": two columns of the same row. */
function readMoreOf(sentence: Sentence, index: number): Filter | null {
  const more = sentence.at(index, 'more');
  const first = sentence.next(index);
  const than = sentence.next(first);
  const second = sentence.next(than);
  const left = more && wholeMeasureAt(sentence, first);
  const right = sentence.at(than, 'than') && wholeMeasureAt(sentence, second);
  if (!more || !left || !right || left === right || left.unit !== right.unit) return null;
  sentence.claim(index, first, than, second);
  return compared(sentence, left, more.direction === 'up' ? '>' : '<', right, 'minus');
}

/** A comparison of two columns of the same row, as a condition on their difference. */
function compared(
  sentence: Sentence,
  left: Column,
  operator: CompareOperator,
  right: Column,
  operation: 'minus' | 'days since',
): Filter {
  const made = computedColumn(`${left.name} ${operation} ${right.name}`, left, operation, right);
  sentence.made.push(made);
  return readableFilter(made.name, operator, 0, `${readable(left.name)} ${operator} ${readable(right.name)}`);
}

function dateAt(sentence: Sentence, place: number): Column | null {
  return onlyOf(sentence.openColumnsAt(place), ({ type }) => type === 'date');
}

/** The one column of numbers that is named there, of all rows: not of those alone in which money came in. */
function wholeMeasureAt(sentence: Sentence, place: number): Column | null {
  const measure = measureAt(sentence, place);
  return measure?.keeps === undefined ? measure : null;
}

/** What a level or a target is compared with, where it is not said. */
function counterpart(sentence: Sentence, right: Column): Column | null {
  if (!isBound(right)) return null;
  const alike = sentence.table.columns.filter(
    (column) => isMeasure(column) && !isRate(column) && column !== right && column.unit === right.unit,
  );
  const only = onlyOf(alike);
  if (!only) return null;
  sentence.note(`“${readable(right.name)}” is compared with “${readable(only.name)}”`);
  return only;
}

/**
 * Reads "above average", "orders above the average amount", "higher than average attendance": rows held against the average
 * of all rows that the other conditions keep, each row by itself. Of groups it would be another question.
 */
export function readAverage(sentence: Sentence, index: number): Filter | null {
  const compare = sentence.at(index, 'compare');
  const place = sentence.next(index);
  const average = sentence.at(place, 'function');
  if (!compare || compare.of || average?.function !== 'average') return null;
  if (compare.operator !== '>' && compare.operator !== '<') return null;
  const [before, behind] = [sentence.before(index), sentence.next(place)];
  const named = measureAt(sentence, before) ?? measureAt(sentence, behind);
  const column = named ?? onlyOf(measuresOf(sentence.table));
  if (!column || column.derived) return null;
  const places = [before, behind].filter((at) => measureAt(sentence, at) === column);
  sentence.claim(index, place, ...places);
  const words = `${readable(column.name)} ${compare.operator} the average of these rows`;
  const label = compare.operator === '>' ? 'Keep above average' : 'Keep below average';
  return { ...readableFilter(column.name, compare.operator, null, words), label, toAverage: true };
}

function measureAt(sentence: Sentence, place: number): Column | null {
  return onlyOf(sentence.openColumnsAt(place), isMeasure);
}

/** "which payments were late": what was done after it was due. What has not been done is not among them, and the answer says what was compared. */
export function readLate(sentence: Sentence, index: number): Filter | null {
  const dates = sentence.at(index, 'late') ? dueAndDone(sentence.table) : null;
  if (!dates || sentence.has('not') || sentence.has('never')) return null;
  // "came back late", "paid late"
  const isDone = sentence.columnsAt(index - 1).includes(dates.done) && !sentence.isGroup(index - 1);
  sentence.claim(index, ...(isDone ? [index - 1] : []));
  return compared(sentence, dates.done, '>', dates.due, 'days since');
}
