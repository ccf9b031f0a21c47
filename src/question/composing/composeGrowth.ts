import { onlyOf } from '#base';
import { COUNT, type Figure, figureWords, mainFigure, named, unique, usual } from '../query/figure';
import { type Filter, filterOf, inAny } from '../query/filter';
import type { Query } from '../query/query';
import type { Parts } from '../reading/parts';
import { claimTime, meantTimes } from '../reading/periods';
import type { Sentence } from '../reading/sentence';
import type { Sides } from '../reading/sides';
import { type Column, measuresOf, periodColumn, type Table } from '../tables/tables';
import { monthName, readable, two } from '../text/names';
import type { Composition } from './composition';
import { limitOf } from './ranked';

/** "which regions grew most in 2026", "how did revenue change from 2025 to 2026": one year beside another. */
export function composeGrowth({ sentence, base, groups, parts }: Composition): Query | null {
  const span = spanOf(sentence, base.filters);
  const figure = comparedFigure(sentence, parts);
  if (span === null || figure === null) return null;
  const split = groups.filter((column) => column !== span.years);
  if (split.some(({ derived }) => derived?.from === span.time.name)) {
    sentence.problem('I can compare whole years only');
    return null;
  }
  if (parts.rank?.quality && parts.rank.quality !== 'speed') {
    sentence.problem('growth has no such order');
    return null;
  }
  claimTime(sentence, span.time);
  sentence.claimThings();
  const [from, to] = span.compared;
  return {
    ...base,
    kind: 'growth',
    filters: [keptRows(span), ...base.filters.filter((filter) => !isOf(filter, span))],
    having: namesGroups(parts) ? [changed(parts.growth === 'down' ? 'down' : 'up')] : [],
    by: [...split.map(({ name }) => name), span.years.name],
    figures: named([figure]),
    sort: split.length === 0 ? null : { by: 'percent', order: orderOf(parts), label: 'growth' },
    limit: parts.rank === null || split.length === 0 ? null : limitOf(sentence, split, parts),
    growth: { over: span.years.name, from, to },
  };
}

interface Span {
  /** The column of dates or years. */
  readonly time: Column;
  /** The column of its years. */
  readonly years: Column;
  readonly compared: readonly [string, string] | readonly [number, number];
  /** The months that both years have in the table, and their column; null for whole years. */
  readonly months: { readonly column: Column; readonly first: number; readonly last: number } | null;
}

/** The year that is named beside the one before it, two that are named, or the last two of the table. */
function spanOf(sentence: Sentence, filters: readonly Filter[]): Span | null {
  const { table } = sentence;
  const time = onlyOf(meantTimes(sentence));
  const years = time && periodColumn(table, time, 'year');
  if (!time || !years) {
    sentence.problem(`growth is from one year to another, and ${table.name} has no single column of dates`);
    return null;
  }
  const [kept, ...more] = filters.filter((filter) => isOf(filter, { time, years }));
  const named = kept?.periods?.part === null ? kept.periods.years : [];
  const isClear =
    kept === undefined || (kept.operator === 'between' ? named.length > 1 : [1, 2].includes(named.length));
  if (more.length > 0 || !isClear) {
    sentence.problem('I can compare whole years only');
    return null;
  }
  const last = kept ? Math.max(...named) : yearOf(time.max);
  const first = named.length > 1 ? Math.min(...named) : last - 1;
  if (!(first >= yearOf(time.min)) || last > yearOf(time.max)) {
    sentence.problem(
      `${table.name} goes from ${yearOf(time.min)} to ${yearOf(time.max)}: there are no two years to compare`,
    );
    return null;
  }
  const months = monthsOf(table, time, first, last);
  return { time, years, months, compared: years.derived ? [String(first), String(last)] : [first, last] };
}

/** A year that is not over yet is compared with the same months of the other. */
function monthsOf(table: Table, time: Column, from: number, to: number): Span['months'] {
  const column = periodColumn(table, time, 'month');
  if (!column) return null;
  const first = yearOf(time.min) === from ? monthOf(time.min) : 1;
  const last = yearOf(time.max) === to ? monthOf(time.max) : 12;
  // From October to April there is no month that both years have: all that there is of either.
  return (first === 1 && last === 12) || first > last ? null : { column, first, last };
}

/** Whether a filter is about the time itself: its dates, or the period made of them. */
function isOf({ column, periods }: Filter, { time, years }: Pick<Span, 'time' | 'years'>): boolean {
  return periods?.column === time || column === time.name || column === years.name;
}

/** The rows of both years, as far as both are there. */
function keptRows({ time, years, months, compared }: Span): Filter {
  if (months === null) return { ...inAny(years, compared), words: wholeWords(time, compared) };
  const { column, first, last } = months;
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  const kept = compared.flatMap((year) => numbers.map((month) => `${year}-${two(month)}`));
  const words = first === last ? monthName(first) : `${monthName(first)} to ${monthName(last)}`;
  return { ...inAny(column, kept), label: `Keep ${words}`, words: `${words} of both years` };
}

/** What there is of two years that share no month. */
function wholeWords({ min, max }: Column, [from, to]: Span['compared']): string {
  const [first, last] = [monthOf(min), monthOf(max)];
  if (yearOf(min) !== Number(from) || yearOf(max) !== Number(to) || !(first > last)) return '';
  return `${from} from ${monthName(first)} on, ${to} up to ${monthName(last)}`;
}

/** "which regions grew" wants those alone; "which grew most" wants an order. */
function namesGroups({ asked, rank, growth }: Parts): boolean {
  return asked.length > 0 && rank === null && growth !== 'either';
}

/** Only what rose, or only what fell. */
function changed(direction: 'up' | 'down'): Filter {
  const isUp = direction === 'up';
  return {
    column: 'change',
    operator: isUp ? '>' : '<',
    value: 0,
    label: isUp ? 'Keep what grew' : 'Keep what fell',
    words: isUp ? 'those that grew' : 'those that fell',
  };
}

function monthOf(end: Column['max']): number {
  return Number(String(end).slice(5, 7));
}

function yearOf(end: Column['max']): number {
  return Number(String(end).slice(0, 4));
}

/** "fell most" is the lowest growth, "grew least" too. */
function orderOf({ growth, rank }: Parts): 'asc' | 'desc' {
  const isLeast = rank?.order === 'asc';
  return (growth === 'down') !== isLeast ? 'asc' : 'desc';
}

/** The figure that is compared: one that is named, or the table's one column of money. */
function comparedFigure(sentence: Sentence, parts: Parts): Figure | null {
  const asked = unique([...parts.figures, ...parts.named.map(usual)]);
  const [figure, ...more] = asked;
  if (more.length > 0) sentence.problem('the growth of one figure at a time');
  if (figure) return figure;
  const main = mainFigure(sentence.table);
  if (main) return main;
  const measures = measuresOf(sentence.table).map((column) => figureWords(usual(column)));
  sentence.problem(`growth of what: ${measures.join(', ')}?`);
  return null;
}

/** One figure of two periods or of two values, side by side with their difference. */
export function composeSides({ sentence, base, groups, parts }: Composition, sides: Sides): Query | null {
  if (parts.rank !== null || parts.distinct.length > 0 || parts.share) {
    sentence.problem(
      'I can set one figure of two sides beside each other; the highest, a share or a number of different values of them is more than I can plan',
    );
    return null;
  }
  if (base.filters.some((filter) => filter.column === sides.column.name && sides.spans === null)) {
    sentence.problem(
      `I can compare two values of “${readable(sides.column.name)}”, and no third beside them`,
    );
    return null;
  }
  const counts = parts.figures.length === 0 && parts.named.length === 0 && sentence.namesPlainRows();
  const figure = counts ? COUNT : comparedFigure(sentence, parts);
  if (figure === null) return null;
  sentence.claimThings();
  const { column, names, spans } = sides;
  const over = spans === null ? column.name : spanColumn(sentence.table);
  const [from, to] = names;
  const isAmount = figure.function === 'sum' || figure.function === 'count';
  return {
    ...base,
    kind: 'growth',
    filters: [keptSides(sides, over), ...base.filters],
    spans: spans && { column: column.name, as: over, spans },
    by: [...groups.filter((group) => group !== column).map(({ name }) => name), over],
    figures: named([figure]),
    having: parts.asked.length > 0 && sides.direction !== 'either' ? [changed(sides.direction)] : [],
    growth: { over, from, to, ...(isAmount ? { missing: 0 } : {}) },
  };
}

/** What the column of the two periods is called, unless the table has one of that name. */
function spanColumn({ columns }: Table): string {
  return columns.some(({ name }) => name === 'period') ? 'compared period' : 'period';
}

/** The rows of both sides; of periods the answer says in which column they lie. */
function keptSides({ column, names, spans }: Sides, over: string): Filter {
  if (spans === null) return { ...filterOf(column, '=', [...names]), words: '' };
  const words = `by ${readable(column.name)}`;
  return { column: over, operator: 'filled', value: null, words, label: 'Keep both periods' };
}
