import { type Filter, readableFilter } from '../query/filter';
import { isBound } from '../tables/column';
import { type Column, isMeasure, isRate, type Table } from '../tables/tables';
import { readable } from '../text/names';
import { computedColumn } from '../words/computed';
import type { CompareOperator } from '../words/meaning';
import type { Sentence } from './sentence';

/**
 * Reads a comparison with another column: "stock below reorder level", "items below their reorder level". Where the first
 * of the two is not named, it is the only other column that counts the same, and the answer says which.
 */
export function readColumns(sentence: Sentence, table: Table, index: number): Filter | null {
  return readTwoDates(sentence, index) ?? readMoreOf(sentence, index) ?? readBound(sentence, table, index);
}

function readBound(sentence: Sentence, table: Table, index: number): Filter | null {
  const compare = sentence.at(index, 'compare');
  const place = sentence.next(index);
  const right = compare && !compare.of ? measureAt(sentence, place) : null;
  if (!compare || !right) return null;
  const before = sentence.before(index);
  const left = measureAt(sentence, before) ?? counterpart(sentence, table, right);
  if (!left || left === right) return null;
  sentence.claim(index, place, ...(measureAt(sentence, before) === left ? [before] : []));
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
  const left = more && measureAt(sentence, first);
  const right = sentence.at(than, 'than') && measureAt(sentence, second);
  if (!more || !left || !right || left === right || left.unit !== right.unit) return null;
  sentence.claim(index, first, than, second);
  return compared(sentence, left, more.direction === 'up' ? '>' : '<', right, 'minus');
}

/** A comparison of two columns of the same row, as a condition on their difference. */
export function compared(
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
  if (sentence.isClaimed(place)) return null;
  const [only, ...others] = sentence.columnsAt(place).filter(({ type }) => type === 'date');
  return only && others.length === 0 ? only : null;
}

function measureAt(sentence: Sentence, place: number): Column | null {
  if (sentence.isClaimed(place)) return null;
  const [only, ...others] = sentence.columnsAt(place).filter(isMeasure);
  return only && others.length === 0 && only.keeps === undefined ? only : null;
}

/** What a level or a target is compared with, where it is not said. */
function counterpart(sentence: Sentence, { columns }: Table, right: Column): Column | null {
  if (!isBound(right)) return null;
  const alike = columns.filter(
    (column) => isMeasure(column) && !isRate(column) && column !== right && column.unit === right.unit,
  );
  const [only, ...others] = alike;
  if (!only || others.length > 0) return null;
  sentence.note(`“${readable(right.name)}” is compared with “${readable(only.name)}”`);
  return only;
}
