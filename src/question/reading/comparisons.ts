import { onlyOf } from '#base';
import { type Figure, total } from '../query/figure';
import { betweenYears, comparedWithYear, type Filter, filterOf, inYear } from '../query/filter';
import { isLabel } from '../tables/column';
import { type Column, isMeasure, isRate, isUnique, isYear, mainMeasure, measuresOf } from '../tables/tables';
import { readable } from '../text/names';
import { isInTotal } from '../words/figures';
import { columnsFor } from '../words/lexicon';
import type { CompareOperator } from '../words/meaning';
import { isIn, secondsIn, secondsOf, unitsInAny, unitWord } from '../words/units';
import { readClock } from './clocks';
import { readAverage, readColumns, readLate } from './comparedColumns';
import { comparedQuality, inUnitsOf } from './comparedQuality';
import { claimTime, meantTimes, readDate } from './periods';
import { isYearNumber, type Said, saidAt, wordsOf } from './saidComparison';
import type { Sentence } from './sentence';

/** A comparison that a figure of each group has to pass: "regions with more than 10 orders". */
export interface Having extends Figure {
  readonly operator: CompareOperator;
  readonly value: number;
}

interface Comparisons {
  readonly filters: readonly Filter[];
  readonly having: readonly Having[];
}

/** Reads "over 500", "amount >= 20", "between 10 and 20 units", "5 or more", "after 2025", "since 2026-03-01". */
export function readComparisons(sentence: Sentence): Comparisons {
  const filters: Filter[] = [];
  const having: Having[] = [];
  for (const index of sentence.terms.keys()) {
    for (const read of [readClock, readDate, readAverage, readColumns, readLate]) {
      const filter = read(sentence, index);
      if (filter) filters.push({ ...filter, at: index });
    }
    const said = saidAt(sentence, index);
    if (said) resolve(sentence, said, filters, having);
  }
  return { filters, having };
}

/** Finds what is compared, and puts the comparison where it belongs. */
function resolve(sentence: Sentence, said: Said, filters: Filter[], having: Having[]): void {
  if (said.of) {
    const filter = comparedQuality(sentence, said, said.of);
    if (filter) filters.push(filter);
    return;
  }
  if (said.times) {
    having.push({ function: 'count', column: null, operator: said.operator, value: said.value });
    return;
  }
  const counted = countedAfter(sentence, said);
  if (counted !== null) {
    sentence.claim(counted);
    having.push({ function: 'count', column: null, operator: said.operator, value: said.value });
    return;
  }
  const place =
    spansYears(sentence, said) || isOfTime(sentence, said)
      ? null
      : (columnBefore(sentence, said) ?? columnAfter(sentence, said));
  const column = place === null ? unnamed(sentence, said) : sentence.column(place);
  if (column === null || (place === null && keepsAll(column, said))) {
    sentence.problem(`I cannot tell which column “${wordsOf(sentence, said)}” is about`);
    return;
  }
  const counts = sentence.read(sentence.next(said.end - 1), 'unit')?.units;
  if (
    counts &&
    column.unit !== '' &&
    !isIn(column.unit, counts) &&
    unitsInAny(counts, column.unit) === null
  ) {
    sentence.problem(`“${readable(column.name)}” does not count in ${unitWord(counts)}`);
    return;
  }
  // "born between 1950 and 1959"
  if (place === null && column.type === 'date') claimTime(sentence, column);
  const value = inUnitsOf(sentence, column, said);
  compareWith(sentence, column, place, value, filters, having);
}

/** A filter of rows by a column, or a condition on what the rows of each group come to. */
function compareWith(
  sentence: Sentence,
  column: Column,
  place: number | null,
  said: Said,
  filters: Filter[],
  having: Having[],
): void {
  if (place !== null) {
    sentence.claim(place);
    const figure = sentence.at(sentence.before(place), 'function');
    if (figure && figure.function !== 'count') {
      sentence.claim(sentence.before(place));
      const meant = figure.function === 'sum' ? total(column) : { function: figure.function, column };
      having.push({ ...meant, column, operator: said.operator, value: said.value });
      return;
    }
  }
  const isSummed = isMeasure(column) && (!isRate(column) || headsNamed(sentence) === 1);
  const group = isSummed ? askedGroup(sentence) : null;
  if (group && said.upTo === null && sumsUp(sentence, said, place, group)) {
    having.push({ ...total(column), column, operator: said.operator, value: said.value });
    return;
  }
  if (group === null && saysInTotal(sentence, said)) {
    sentence.problem(`of what is “${wordsOf(sentence, said)} in total” to hold? Say “which …”`);
    return;
  }
  // "after 1 March 2025" begins with a number that is no year.
  if (column.type === 'date' && !isYearNumber(said.value)) {
    sentence.problem(`“${wordsOf(sentence, said)}” is no date that I can read; write it like 2026-03-31`);
    return;
  }
  filters.push({ ...numberFilter(column, said), at: said.start });
}

/** "which customers …", "how many months …", "are there any months …": what the condition is asked of, where it is a group of rows. */
function askedGroup(sentence: Sentence): Column | null {
  const askers = sentence.terms.flatMap((_, index) =>
    sentence.read(index, 'which') || sentence.read(index, 'function')?.function === 'count' ? [index] : [],
  );
  const [asker] = askers;
  const place = relativeTo(sentence) ?? sentence.next(asker ?? -1, ['list', 'distinct']);
  const group = onlyOf(sentence.columnsAt(place));
  if (!group || isMeasure(group) || isUnique(group, sentence.table)) return null;
  return asker !== undefined || sentence.terms[place]?.plural ? group : null;
}

/** The place of "donors", of "donors who gave more than 1000". */
function relativeTo(sentence: Sentence): number | null {
  const who = sentence.terms.findIndex(
    ({ text }, index) =>
      /^(?:who|that|which)$/i.test(text) &&
      sentence.terms[index - 1]?.plural === true &&
      sentence.columnsAt(index - 1).length > 0,
  );
  return who < 0 ? null : who - 1;
}

const MONEY_VERB =
  /^(?:spend|spent|earn|earned|make|made|sell|sold|bring in|brought in|generate|generated|cost)$/i;

/** Whether a condition is on what all rows of a group come to: it says so, or the group is a period or somebody who spends. */
function sumsUp(sentence: Sentence, said: Said, place: number | null, group: Column): boolean {
  const behind = sentence.terms.findIndex(
    ({ text }, index) => index >= said.end && isInTotal(text) && !sentence.isClaimed(index),
  );
  if (behind >= 0) {
    sentence.claim(behind);
    return true;
  }
  if (sentence.namesRows()) return false;
  // One cell of a wide table is all that there is of it in a month.
  if (headsNamed(sentence) > 0) return true;
  const verbs = [said.start, place ?? -1].map((at) => sentence.textAt(sentence.before(at)));
  const isVerb = [...verbs, sentence.textAt(place ?? -1)].some((text) => MONEY_VERB.test(text));
  return isVerb || group.derived?.period !== undefined || group.name === sentence.table.wide?.name;
}

/** "more than 1000 in total" is no condition on a single row; how many there are in total is something else. */
function saysInTotal(sentence: Sentence, said: Said): boolean {
  const behind = sentence.next(said.end - 1, ['unit']);
  const counts = sentence.terms.some((_, index) => sentence.read(index, 'function')?.function === 'count');
  return !counts && isInTotal(sentence.textAt(behind));
}

/** How many heads of a wide table are named. */
function headsNamed(sentence: Sentence): number {
  const { wide } = sentence.table;
  const isHead = (index: number) => sentence.read(index, 'value')?.column.name === wide?.name;
  return wide ? sentence.terms.filter((_, index) => isHead(index)).length : 0;
}

/** "revenue from 2025 to 2026": two years that the table knows are years, whatever stands beside them. */
function spansYears(sentence: Sentence, { value, upTo }: Said): boolean {
  const time = onlyOf(meantTimes(sentence));
  if (!time || upTo === null) return false;
  const [first, last] = [time.min, time.max].map((end) => Number(String(end).slice(0, 4)));
  return [value, upTo].every(
    (year) => isYearNumber(year) && year >= Number(first) - 1 && year <= Number(last) + 1,
  );
}

/** "cost until the end of 2024": a year, and no bound of the cost. */
function isOfTime(sentence: Sentence, { start, value, upTo }: Said): boolean {
  const word = sentence.textAt(start);
  const saysTime = /^(?:since|until|till|before|after)\b|\b(?:end|start|beginning) of$/i.test(word);
  const before = sentence.columnsAt(sentence.before(start));
  return saysTime && upTo === null && isYearNumber(value) && !before.some(holdsYears);
}

/** Dates, years, and numbers that could be years: "published since 2020". */
function holdsYears(column: Column): boolean {
  if (column.type === 'date' || isYear(column)) return true;
  const [least, most] = [column.min, column.max];
  return typeof least === 'number' && typeof most === 'number' && least >= 1_000 && most <= 2_100;
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
function countedAfter(sentence: Sentence, said: Said): number | null {
  const next = sentence.next(said.end - 1);
  if (sentence.at(next, 'row') || sentence.at(next, 'table')) {
    return sentence.has('which') || sentence.has('by') || namesGroupsBefore(sentence, said.start)
      ? next
      : null;
  }
  const [column] = sentence.columnsAt(next);
  const key =
    column !== undefined &&
    sentence.table.columns.includes(column) &&
    !comparable(column) &&
    column.type === 'number';
  return key && !sentence.isClaimed(next) ? next : null;
}

/** "customers with more than 8 orders": what the condition hangs on is a group of rows, not a row. */
function namesGroupsBefore(sentence: Sentence, start: number): boolean {
  const place = sentence.before(start, ['with', 'not']);
  const isGroup = ({ type, identifies }: Column) => type === 'text' && !identifies;
  return sentence.terms[place]?.plural === true && sentence.columnsAt(place).some(isGroup);
}

function columnBefore(sentence: Sentence, said: Said): number | null {
  const near = sentence.before(said.start);
  // "delayed by more than an hour"
  const isBy = sentence.at(near, 'by') !== null && sentence.says(near, /^by$/i);
  const before = isBy ? sentence.before(near) : near;
  if (!isComparable(sentence, before)) return null;
  if (isBy) sentence.claim(near);
  return before;
}

function columnAfter(sentence: Sentence, said: Said): number | null {
  const after = sentence.next(said.end - 1);
  const units = sentence.at(after, 'unit')?.units;
  // "more than 5 mm of rain"
  const counted = units === undefined ? after : sentence.next(after);
  const isCountedSo = (column: Column) => units === undefined || isIn(column.unit, units);
  if (!sentence.openColumnsAt(counted).some((column) => comparable(column) && isCountedSo(column)))
    return null;
  if (counted !== after) sentence.claim(after);
  return counted;
}

function isComparable(sentence: Sentence, index: number): boolean {
  return sentence.openColumnsAt(index).some(comparable);
}

function comparable(column: Column): boolean {
  return isMeasure(column) || isYear(column) || isLabel(column) || column.type === 'date';
}

/** Without a column beside it: a year for the one column of times, else the one column of numbers asked about. */
function unnamed(sentence: Sentence, said: Said): Column | null {
  const { table } = sentence;
  const times = meantTimes(sentence);
  const measures = measuresOf(table);
  if (isYearNumber(said.value) && times.length > 0) return times.find(isYear) ?? onlyOf(times);
  if (secondsOf(sentence.textAt(sentence.next(said.end - 1))) !== null) {
    return onlyOf(measures, (column) => secondsIn(column) !== null);
  }
  const isCounted = unitAfter(sentence, said);
  const flow = sentence.columns().filter(({ keeps }) => keeps !== undefined);
  if (flow[0] && (isCounted === null || isIn(flow[0].unit, isCounted))) return flow[0];
  const money = /[$€£]/.test(wordsOf(sentence, said)) ? onlyOf(columnsFor('money', table)) : null;
  if (money) return money;
  if (isCounted) {
    const own = table.columns.filter(({ unit }) => isIn(unit, isCounted));
    const alike = table.columns.filter(({ unit }) => unitsInAny(isCounted, unit) !== null);
    return mainMeasure({ ...table, columns: own.length > 0 ? own : alike });
  }
  // "more than 8 orders" says of what, and that is no column of numbers.
  if (namesThings(sentence, sentence.next(said.end - 1))) return null;
  const maybe = table.columns.filter(({ readable }) => readable.some(({ type }) => type === 'number'));
  return onlyOne(sentence, said, measures, maybe);
}

/** The one column of numbers that is named, or the only one, or the only one with values on both sides. */
function onlyOne(
  sentence: Sentence,
  said: Said,
  measures: readonly Column[],
  maybe: readonly Column[],
): Column | null {
  const named = sentence.terms.flatMap((_, index) => sentence.openColumnsAt(index).filter(isMeasure));
  if (named.length > 0) return onlyOf([...new Set(named)]);
  // “Asking price” that is text so far could be meant as well.
  if (maybe.length > 0) return null;
  return onlyOf(measures) ?? onlyOf(measures, (column) => reaches(column, said));
}

/** "NPS of women under 35", where scores go from 0 to 10: it is about something else. */
function keepsAll({ min, max, scale }: Column, { operator, value, upTo }: Said): boolean {
  if (!scale || upTo !== null) return false;
  if (typeof min !== 'number' || typeof max !== 'number') return false;
  return (operator.startsWith('<') && value > max) || (operator.startsWith('>') && value < min);
}

/** Of several columns of numbers only one may have values on both sides of what they are compared with. */
function reaches({ min, max, derived }: Column, { value, upTo, percent }: Said): boolean {
  if (derived || percent || typeof min !== 'number' || typeof max !== 'number') return !percent;
  return min <= (upTo ?? value) && max >= value;
}

/** "over 1000 euros": what is counted so. */
function unitAfter(sentence: Sentence, said: Said): readonly string[] | null {
  const place = sentence.next(said.end - 1);
  const units = sentence.at(place, 'unit')?.units ?? null;
  if (units) sentence.claim(place);
  return units;
}

function namesThings(sentence: Sentence, place: number): boolean {
  if (sentence.isRow(place) || sentence.read(place, 'unknown')) return true;
  return sentence.columnsAt(place).some((column) => !isMeasure(column) && !column.derived);
}
