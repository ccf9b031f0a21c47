import { readable } from '../query/figure';
import { type Filter, readableFilter } from '../query/filter';
import { type Column, isMeasure, isRate, type Table } from '../tables/tables';
import { computedColumn } from '../words/computed';
import type { Sentence } from './sentence';

const BOUND = new Set(
  'level target planned plan budget limit minimum maximum goal quota threshold'.split(' '),
);

/**
 * Reads a comparison with another column: "stock below reorder level", "items below their reorder level". Where the first
 * of the two is not named, it is the only other column that counts the same, and the answer says which.
 */
export function readColumns(sentence: Sentence, table: Table, index: number): Filter | null {
  const compare = sentence.at(index, 'compare');
  const place = sentence.next(index);
  const right = compare && !compare.of ? measureAt(sentence, place) : null;
  if (!compare || !right) return null;
  const before = sentence.before(index);
  const left = measureAt(sentence, before) ?? counterpart(sentence, table, right);
  if (!left || left === right) return null;
  const made = computedColumn(`${left.name} minus ${right.name}`, left, 'minus', right);
  sentence.made.push(made);
  sentence.claim(index, place, ...(measureAt(sentence, before) === left ? [before] : []));
  return readableFilter(
    made.name,
    compare.operator,
    0,
    `${readable(left.name)} ${compare.operator} ${readable(right.name)}`,
  );
}

function measureAt(sentence: Sentence, place: number): Column | null {
  if (sentence.isClaimed(place)) return null;
  const [only, ...others] = sentence.columnsAt(place).filter(isMeasure);
  return only && others.length === 0 && only.keeps === undefined ? only : null;
}

/** What a level or a target is compared with, where it is not said. */
function counterpart(sentence: Sentence, { columns }: Table, right: Column): Column | null {
  if (!right.stems.some((stem) => BOUND.has(stem))) return null;
  const alike = columns.filter(
    (column) => isMeasure(column) && !isRate(column) && column !== right && column.unit === right.unit,
  );
  const [only, ...others] = alike;
  if (!only || others.length > 0) return null;
  sentence.note(`“${readable(right.name)}” is compared with “${readable(only.name)}”`);
  return only;
}
