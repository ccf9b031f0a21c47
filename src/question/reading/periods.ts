import { onlyOf } from '#base';
import {
  betweenDates,
  comparedWithPeriod,
  type Filter,
  filterOf,
  inAny,
  inMonth,
  inQuarter,
  type KeptPeriods,
} from '../query/filter';
import { type Column, periodColumn, type Table, timesOf } from '../tables/tables';
import { two } from '../text/names';
import type { CompareOperator } from '../words/meaning';
import { ANY_YEAR } from '../words/periods';
import { isYearNumber, onwardAt } from './saidComparison';
import type { Sentence } from './sentence';

/** A day, a month or a quarter as it was said: the beginnings of its first and its last ISO date. */
export interface Moment {
  readonly first: string;
  readonly last: string;
  /** The terms that say it. */
  readonly places: readonly number[];
}

/**
 * Reads a written date, alone or compared, and a compared month or quarter: "2026-03", "before 15 March 2026", "since
 * October 2025", "from October 2025 on", "from July to December 2025", "between March and May".
 */
export function readDate(sentence: Sentence, index: number): Filter | null {
  const said = saidDate(sentence, index);
  return said && filterOfDate(sentence, said);
}

interface SaidDate {
  readonly operator: CompareOperator;
  readonly from: Moment;
  readonly upTo: Moment | null;
  readonly column: Column;
  readonly start: number;
}

function saidDate(sentence: Sentence, index: number): SaidDate | null {
  const column = columnBefore(sentence, index) ?? meantDate(sentence);
  if (!column) return noColumn(sentence, index);
  const span = spanAt(sentence, column, index);
  if (span) {
    sentence.claim(...span.places);
    return { operator: '=', from: span.from, upTo: span.to, column, start: index };
  }
  const compare = sentence.at(index, 'compare');
  // "longer than 3 March" says nothing.
  if (compare?.of && compare.of !== 'date') return null;
  const from = momentAt(sentence, column, compare ? sentence.next(index) : index);
  const onward = from && !compare ? onwardAt(sentence, index, (from.places.at(-1) ?? index) + 1) : null;
  if (!from || (!compare && onward === null && !sentence.at(index, 'date'))) return null;
  sentence.claim(index, ...from.places, ...(onward === null ? [] : [onward]));
  const operator = compare?.operator ?? (onward === null ? '=' : '>=');
  return { operator, from, upTo: null, column, start: index };
}

function noColumn(sentence: Sentence, index: number): null {
  const date = sentence.at(index, 'date');
  if (date) sentence.problem(`I cannot tell which column of dates ${date.text} is about`);
  return null;
}

/** From one moment to another, and the terms that say so. */
interface Span {
  readonly from: Moment;
  readonly to: Moment;
  readonly places: readonly number[];
}

/** "from July to December 2024", "between March and May", "March to May 2025". */
export function spanAt(sentence: Sentence, column: Column, index: number): Span | null {
  const between = sentence.at(index, 'between') !== null;
  const start = between ? sentence.next(index) : index;
  const year = yearOfSpan(sentence, column, start, between);
  const from = momentAt(sentence, column, start, year);
  if (!from) return null;
  const joint = sentence.next(from.places.at(-1) ?? start);
  if (!sentence.at(joint, 'to') && !(between && sentence.at(joint, 'and'))) return null;
  const to = momentAt(sentence, column, sentence.next(joint), year);
  if (!to || to.last < from.first) return null;
  return { from, to, places: [...(between ? [index] : []), ...from.places, joint, ...to.places] };
}

/** The year behind the second of two months is that of the first too. */
function yearOfSpan(sentence: Sentence, column: Column, start: number, between: boolean): number | null {
  const own = sentence.next(start);
  if (sentence.at(own, 'number')) return null;
  const joint = own;
  if (!sentence.at(joint, 'to') && !(between && sentence.at(joint, 'and'))) return null;
  const year = sentence.at(sentence.next(sentence.next(joint)), 'number')?.value;
  return year !== undefined && isYearNumber(year) ? year : onlyYear(column);
}

/** A day, a month or a quarter; what has no year has that of the table, where all its dates lie in one. */
export function momentAt(
  sentence: Sentence,
  column: Column,
  index: number,
  given: number | null = null,
): Moment | null {
  const date = sentence.at(index, 'date')?.text;
  if (date !== undefined) return dayAt(sentence, column, index, date, given);
  const month = sentence.at(index, 'month')?.month;
  const quarter = sentence.at(index, 'quarter')?.quarter;
  if (month === undefined && quarter === undefined) return null;
  const after = sentence.next(index);
  const number = sentence.at(after, 'number')?.value;
  const said = number !== undefined && isYearNumber(number) ? number : null;
  const [first, last] = month === undefined ? quarterMonths(quarter ?? 1) : [month, month];
  const year = said ?? given ?? onlyYear(column) ?? yearWith(column, first, last);
  if (year === null) return null;
  return {
    first: `${year}-${two(first)}`,
    last: `${year}-${two(last)}`,
    places: said === null ? [index] : [index, after],
  };
}

function dayAt(
  sentence: Sentence,
  column: Column,
  index: number,
  date: string,
  given: number | null,
): Moment | null {
  const year = date.startsWith(ANY_YEAR) ? (given ?? onlyYear(column)) : null;
  if (date.startsWith(ANY_YEAR) && year === null) {
    sentence.problem(`"${sentence.terms[index]?.text.replace(`${ANY_YEAR}-`, '')}" of which year?`);
    return null;
  }
  const text = year === null ? date : date.replace(ANY_YEAR, String(year));
  return { first: text, last: text, places: [index] };
}

function quarterMonths(quarter: number): readonly [number, number] {
  return [quarter * 3 - 2, quarter * 3];
}

/** The year of a table that has only one. */
function onlyYear({ min, max }: Column): number | null {
  const [first, last] = [String(min).slice(0, 4), String(max).slice(0, 4)];
  return first === last && /^\d{4}$/.test(first) ? Number(first) : null;
}

/** The year of months that a table has once: December, of a table from October 2024 to January 2025. */
function yearWith({ min, max }: Column, first: number, last: number): number | null {
  const [from, upTo] = [String(min).slice(0, 7), String(max).slice(0, 7)];
  const years = [Number(from.slice(0, 4)), Number(upTo.slice(0, 4))];
  const only = onlyOf(years, (year) => `${year}-${two(last)}` >= from && `${year}-${two(first)}` <= upTo);
  const isNext = years[1] === (years[0] ?? 0) + 1;
  return isNext ? only : null;
}

function columnBefore(sentence: Sentence, index: number): Column | null {
  return sentence.columnsAt(sentence.before(index)).find(({ type }) => type === 'date') ?? null;
}

function filterOfDate(sentence: Sentence, { column, from, upTo, operator, start }: SaidDate): Filter {
  const before = sentence.before(start);
  if (sentence.columnsAt(before).includes(column)) sentence.claim(before);
  claimTime(sentence, column);
  if (column.isMonthly && [from, upTo].some((moment) => moment !== null && moment.first.length > MONTH))
    sentence.problem(`“${column.name}” says months and no days; name a month`);
  if (upTo !== null) return betweenDates(column, from.first, upTo.last);
  // A day or a month is the beginning of the ISO dates in it.
  if (operator === '=') return filterOf(column, 'contains', from.first);
  return comparedWithPeriod(column, operator, from.first, from.last);
}

/** Characters of `2026-03`. */
const MONTH = 7;

/** Reads a month or a quarter, with the year behind it if one is there: "March", "Q1 2026". */
export function partOfYear(sentence: Sentence, index: number): Filter | null {
  return monthly(sentence, index) ?? quarterly(sentence, index);
}

function monthly(sentence: Sentence, index: number): Filter | null {
  const month = sentence.at(index, 'month')?.month;
  if (month === undefined) return null;
  const column = meantDate(sentence);
  if (column) claimTime(sentence, column);
  return column && inMonth(column, month, claimWithYear(sentence, index));
}

/** "Q1", "the first quarter of 2026". */
function quarterly(sentence: Sentence, index: number): Filter | null {
  const quarter = sentence.at(index, 'quarter')?.quarter;
  const column = meantDate(sentence);
  const quarters = column && periodColumn(sentence.table, column, 'quarter');
  if (quarter === undefined || !quarters) return null;
  claimTime(sentence, column);
  return inQuarter(column, quarters, quarter, claimWithYear(sentence, index));
}

/** The year behind a month or quarter, which then belongs to it. */
function claimWithYear(sentence: Sentence, index: number): number | null {
  const after = sentence.next(index);
  const year = sentence.at(after, 'number');
  const isMeant = year !== null && isYearNumber(year.value);
  sentence.claim(index, ...(isMeant ? [after] : []));
  return isMeant ? year.value : null;
}

/**
 * Filters that keep periods of one column, joined: "2025 and 2026" are rows of either year, "March and April 2026" of
 * either month of that year. One alone stays as it is.
 */
export function joinPeriods(sentence: Sentence, filters: readonly Filter[]): readonly Filter[] {
  const columns = new Set(filters.flatMap(({ periods }) => (periods ? [periods.column] : [])));
  return [...columns].reduce((all, column) => joinOf(sentence, all, column), filters);
}

function joinOf(sentence: Sentence, filters: readonly Filter[], column: Column): readonly Filter[] {
  const kept = filters.flatMap(({ periods }) => (periods?.column === column ? [periods] : []));
  if (kept.length < 2) return filters;
  const joined = anyOf(sentence.table, column, kept);
  const at = filters.find(({ periods }) => periods?.column === column)?.at;
  if (joined === null) {
    sentence.problem('it names periods that I cannot put together; name each with its year');
    return filters;
  }
  const others = filters.filter(({ periods }) => periods?.column !== column);
  return [at === undefined ? joined : { ...joined, at }, ...others];
}

function anyOf(table: Table, column: Column, kept: readonly KeptPeriods[]): Filter | null {
  const named = kept.flatMap(({ part, years }) => (part === null ? years : []));
  const parts = kept.flatMap(({ part, years }) => (part === null ? [] : [{ ...part, years }]));
  const period = parts[0]?.period ?? 'year';
  const holder = periodColumn(table, column, period);
  if (!holder || parts.some((part) => part.period !== period)) return null;
  const only = onlyYear(column);
  const said = [...parts.flatMap((part) => part.years), ...(only === null ? [] : [only])];
  const years = named.length > 0 ? named : said;
  if (parts.length === 0) {
    const values = [...new Set(years)].map((year) => (holder.derived ? String(year) : year));
    return { ...inAny(holder, values), periods: { column, years, part: null } };
  }
  const values = parts.flatMap(({ number, years: own }) =>
    (own.length > 0 ? own : years).map((year) => written(year, period, number)),
  );
  return values.length === 0 ? null : inAny(holder, [...new Set(values)]);
}

/** As `table.period` writes it. */
function written(year: number, period: 'year' | 'quarter' | 'month', number: number): string {
  return period === 'quarter' ? `${year}-Q${number}` : `${year}-${two(number)}`;
}

/** The columns that a date without a column beside it can be about: the one that the question names, else those of the table. */
export function meantTimes(sentence: Sentence): readonly Column[] {
  const named = sentence.columns().filter(({ type, derived }) => type === 'date' && derived === undefined);
  const only = onlyOf([...new Set(named)]);
  return only ? [only] : timesOf(sentence.table);
}

/** The name of a column of dates beside a date has said all it has to: "tickets opened in March". */
export function claimTime(sentence: Sentence, { name }: Column): void {
  for (const [index] of sentence.terms.entries()) {
    if (!sentence.isGroup(index) && sentence.columnsAt(index).some((column) => column.name === name))
      sentence.claim(index);
  }
}

/** Dates alone, for what years as numbers cannot say. */
export function meantDate(sentence: Sentence): Column | null {
  return onlyOf(meantTimes(sentence), ({ type }) => type === 'date');
}
