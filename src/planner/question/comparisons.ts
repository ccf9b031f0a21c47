import { readDate } from './dates';
import { betweenYears, comparedWithYear, type Filter, filterOf, inYear } from './filter';
import type { AggregateFunction, CompareOperator } from './keyword';
import { meantTimes } from './meantTimes';
import { isYearNumber, type Said, saidAt } from './saidComparison';
import type { Sentence } from './sentence';
import { type Column, isMeasure, isYear, mainMeasure, measuresOf, type Table } from './tables';
import { isIn } from './units';

/** A comparison that a figure of each group has to pass: "regions with more than 10 orders". */
export interface Having {
  readonly function: AggregateFunction;
  readonly column: Column | null;
  readonly operator: CompareOperator;
  readonly value: number;
}

export interface Comparisons {
  readonly filters: readonly Filter[];
  readonly having: readonly Having[];
}

/** Reads "over 500", "amount >= 20", "between 10 and 20 units", "5 or more", "after 2025", "since 2026-03-01". */
export function readComparisons(sentence: Sentence, table: Table): Comparisons {
  const filters: Filter[] = [];
  const having: Having[] = [];
  for (let index = 0; index < sentence.terms.length; index++) {
    const date = readDate(sentence, table, index);
    if (date) filters.push(date);
    const said = saidAt(sentence, index);
    if (said) resolve(sentence, table, said, filters, having);
  }
  return { filters, having };
}

/** Finds what is compared, and puts the comparison where it belongs. */
function resolve(sentence: Sentence, table: Table, said: Said, filters: Filter[], having: Having[]): void {
  const counted = countedAfter(sentence, table, said);
  if (counted !== null) {
    sentence.claim(counted);
    having.push({ function: 'count', column: null, operator: said.operator, value: said.value });
    return;
  }
  const place = spansYears(sentence, table, said)
    ? null
    : (columnBefore(sentence, said) ?? columnAfter(sentence, said));
  const column = place === null ? unnamed(sentence, table, said) : sentence.column(place);
  if (column === null) {
    sentence.problem(`I cannot tell which column "${wordsOf(sentence, said)}" is about`);
    return;
  }
  if (place !== null) {
    sentence.claim(place);
    const figure = sentence.at(sentence.before(place), 'function');
    if (figure && figure.function !== 'count') {
      sentence.claim(sentence.before(place));
      having.push({ function: figure.function, column, operator: said.operator, value: said.value });
      return;
    }
  }
  // "after 1 March 2025" begins with a number that is no year.
  if (column.type === 'date' && !isYearNumber(said.value)) {
    sentence.problem(`"${wordsOf(sentence, said)}" is no date that I can read; write it like 2026-03-31`);
    return;
  }
  filters.push(numberFilter(column, said));
}

/** "revenue from 2025 to 2026": two years that the table knows are years, whatever stands beside them. */
function spansYears(sentence: Sentence, table: Table, { value, upTo }: Said): boolean {
  const [time, ...others] = meantTimes(sentence, table);
  if (!time || others.length > 0 || upTo === null) return false;
  const [first, last] = [time.min, time.max].map((end) => Number(String(end).slice(0, 4)));
  return [value, upTo].every(
    (year) => isYearNumber(year) && year >= Number(first) - 1 && year <= Number(last) + 1,
  );
}

function numberFilter(column: Column, said: Said): Filter {
  const isFraction = column.unit !== '%' && typeof column.max === 'number' && column.max <= 1;
  const scale = said.percent && isFraction ? 0.01 : 1;
  if (said.upTo === null) {
    if (column.type === 'date' && said.operator !== '=' && said.operator !== '!=') {
      return comparedWithYear(column, said.operator, said.value);
    }
    return column.type === 'date'
      ? inYear(column, said.value)
      : filterOf(column, said.operator, said.value * scale);
  }
  if (column.type === 'date' || isYear(column)) return betweenYears(column, said.value, said.upTo);
  return filterOf(column, 'between', [said.value * scale, said.upTo * scale]);
}

/** "more than 10 orders", where an order is a row of this table. */
function countedAfter(sentence: Sentence, table: Table, said: Said): number | null {
  const next = sentence.next(said.end - 1);
  if (sentence.at(next, 'row') || sentence.at(next, 'table')) {
    return sentence.has('which') || sentence.has('by') || namesGroupsBefore(sentence, said.start)
      ? next
      : null;
  }
  const [column] = sentence.columnsAt(next);
  const key =
    column !== undefined && table.columns.includes(column) && !comparable(column) && column.type === 'number';
  return key && !sentence.isClaimed(next) ? next : null;
}

/** "customers with more than 8 orders": what the condition hangs on is a group of rows, not a row. */
function namesGroupsBefore(sentence: Sentence, start: number): boolean {
  const place = sentence.before(start, ['with', 'not']);
  const isGroup = ({ type, identifies }: Column) => type === 'text' && !identifies;
  return sentence.terms[place]?.plural === true && sentence.columnsAt(place).some(isGroup);
}

function columnBefore(sentence: Sentence, said: Said): number | null {
  const before = sentence.before(said.start);
  return isComparable(sentence, before) ? before : null;
}

function columnAfter(sentence: Sentence, said: Said): number | null {
  const after = sentence.next(said.end - 1);
  return isComparable(sentence, after) ? after : null;
}

function isComparable(sentence: Sentence, index: number): boolean {
  return !sentence.isClaimed(index) && sentence.columnsAt(index).some(comparable);
}

function comparable(column: Column): boolean {
  return isMeasure(column) || isYear(column) || column.type === 'date';
}

/** Without a column beside it: a year for the one column of times, else the one column of numbers asked about. */
function unnamed(sentence: Sentence, table: Table, said: Said): Column | null {
  const times = meantTimes(sentence, table);
  const measures = measuresOf(table);
  const [time] = times;
  if (isYearNumber(said.value) && time) {
    const years = times.filter(isYear);
    return years[0] ?? (times.length === 1 ? time : null);
  }
  const isCounted = unitAfter(sentence, said);
  if (isCounted)
    return mainMeasure({ ...table, columns: table.columns.filter(({ unit }) => isIn(unit, isCounted)) });
  // "more than 8 orders" says of what, and that is no column of numbers.
  if (namesThings(sentence, sentence.next(said.end - 1))) return null;
  const named = sentence.terms.flatMap((_, index) =>
    sentence.isClaimed(index) ? [] : sentence.columnsAt(index).filter(isMeasure),
  );
  const distinct = new Set(named);
  const [only] = distinct;
  if (distinct.size === 1 && only) return only;
  return distinct.size === 0 && measures.length === 1 ? (measures[0] ?? null) : null;
}

/** "over 1000 euros": what is counted so. */
function unitAfter(sentence: Sentence, said: Said): readonly string[] | null {
  const place = sentence.next(said.end - 1);
  const units = sentence.at(place, 'unit')?.units ?? null;
  if (units) sentence.claim(place);
  return units;
}

function namesThings(sentence: Sentence, place: number): boolean {
  if (sentence.read(place, 'row') || sentence.read(place, 'table') || sentence.read(place, 'unknown'))
    return true;
  return sentence.columnsAt(place).some((column) => !isMeasure(column) && !column.derived);
}

function wordsOf(sentence: Sentence, said: Said): string {
  return sentence.terms
    .slice(said.start, said.end)
    .map(({ text }) => text)
    .join(' ');
}
