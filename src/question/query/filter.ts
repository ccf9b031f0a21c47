import type { Json } from '#base';
import type { Column } from '../tables/tables';
import { dateWords, fitting, longMonthName, readable, two } from '../text/names';

/** Rows to keep: the input of `table.filter`, and how the step and the condition are called. */
export interface Filter {
  readonly column: string;
  readonly operator: '=' | '!=' | '>' | '>=' | '<' | '<=' | 'contains' | 'between' | 'empty' | 'filled';
  readonly value: Json;
  /** For the card of the step. */
  readonly label: string;
  /** For the answer: "region = North". */
  readonly words: string;
  /** The term that says it; what was not said stands nowhere. */
  readonly at?: number;
  /** Other tests of which one may pass instead. */
  readonly or?: readonly Filter[];
  /** Held against the average of the rows that the other conditions keep. */
  readonly toAverage?: boolean;
  /** Set where it keeps whole periods: of several of these any may hold. */
  readonly periods?: KeptPeriods;
}

/** Years, and within them quarters or months; no years where none was named. */
export interface KeptPeriods {
  readonly column: Column;
  readonly years: readonly number[];
  readonly part: { readonly period: 'quarter' | 'month'; readonly number: number } | null;
}

export function filterOf(column: Pick<Column, 'name'>, operator: Filter['operator'], value: Json): Filter {
  const words = wordsOf(column.name, operator, value);
  return { column: column.name, operator, value, words, label: labelOf(column.name, operator, value, words) };
}

/** Two conditions of which one is enough. */
export function eitherOf(left: Filter, right: Filter): Filter {
  const words = `${left.words} or ${right.words}`;
  const label = fitting(`Keep ${words}`, 'Keep either');
  const { periods: _, ...plain } = left;
  return { ...plain, words, label, or: [...(plain.or ?? []), right] };
}

/** A filter on a column that only a step makes, in words of the columns that it is made of. */
export function readableFilter(
  column: string,
  operator: Filter['operator'],
  value: Json,
  words: string,
): Filter {
  return { column, operator, value, words, label: fitting(`Keep ${words}`, 'Compare the columns') };
}

/** From one ISO date to another, both whole: the last may have days or times of day behind it. */
export function betweenDates(column: Column, from: string, to: string): Filter {
  const span = `${dateWords(from)} to ${dateWords(to)}`;
  const words = `${readable(column.name)} ${span}`;
  const label = fitting(`Keep ${words}`, span, `${from} to ${to}`);
  return { column: column.name, operator: 'between', value: [from, endOf(to)], words, label };
}

/** A comparison with a day or a month, all of it: after March begins with April. */
export function comparedWithPeriod(
  column: Column,
  operator: Filter['operator'],
  first: string,
  last: string,
): Filter {
  const isUpTo = operator === '>' || operator === '<=';
  const said = filterOf(column, operator, isUpTo ? last : first);
  return isUpTo ? { ...said, value: endOf(last) } : said;
}

/** Sorts after every day of a month, and every time of a day, that an ISO date may have behind it (RFC 3339). */
function endOf(date: string): string {
  return date.length < 10 ? `${date}-99` : `${date}T99`;
}

/** Whole years, the first and the last included. */
export function betweenYears(column: Column, from: number, to: number): Filter {
  const years = Array.from({ length: Math.min(to - from + 1, MOST_YEARS) }, (_, index) => from + index);
  const periods = { column, years, part: null };
  if (column.type === 'number') return { ...filterOf(column, 'between', [from, to]), periods };
  const words = `${from} to ${to}`;
  const [first, last] = column.isMonthly ? ['01', '12'] : ['01-01', '12-31'];
  return {
    ...betweenDates(column, `${from}-${first}`, `${to}-${last}`),
    words,
    label: `Keep ${words}`,
    periods,
  };
}

/** Nobody compares more years than these one by one. */
const MOST_YEARS = 100;

/** A whole year: the number itself, or the beginning of its ISO dates (RFC 3339). */
export function inYear(column: Column, year: number): Filter {
  const periods = { column, years: [year], part: null };
  if (column.type === 'number') return { ...filterOf(column, '=', year), periods };
  return { ...keptDates(column, `${year}-`, column, String(year)), periods };
}

/** A month of one year, or of all of them. */
export function inMonth(column: Column, month: number, year: number | null): Filter {
  const named = `${longMonthName(month)}${year === null ? '' : ` ${year}`}`;
  const years = year === null ? [] : [year];
  const ofAnyYear = column.isMonthly ? `-${two(month)}` : `-${two(month)}-`;
  const kept = keptDates(column, year === null ? ofAnyYear : `${year}-${two(month)}`, column, named);
  return { ...kept, periods: { column, years, part: { period: 'month', number: month } } };
}

/** A quarter of one year, or of all of them; `quarters` is the column that `table.period` adds. */
export function inQuarter(column: Column, quarters: Column, quarter: number, year: number | null): Filter {
  const named = `Q${quarter}${year === null ? '' : ` ${year}`}`;
  const years = year === null ? [] : [year];
  const kept = keptDates(quarters, year === null ? `-Q${quarter}` : `${year}-Q${quarter}`, column, named);
  return { ...kept, periods: { column, years, part: { period: 'quarter', number: quarter } } };
}

/** Any of several periods of a column that holds them. */
export function inAny(column: Column, periods: readonly (string | number)[]): Filter {
  const words = periods.join(' or ');
  const label = fitting(`Keep ${words}`, `Keep ${periods.length} ${readable(column.name)}s`);
  return { column: column.name, operator: '=', value: [...periods], words, label };
}

/** A comparison with a whole year, for dates and for years as numbers. */
export function comparedWithYear(column: Column, operator: '>' | '>=' | '<' | '<=', year: number): Filter {
  if (column.type === 'number') return filterOf(column, operator, year);
  const from = operator === '>' || operator === '<=' ? year + 1 : year;
  return filterOf(
    column,
    operator === '>' || operator === '>=' ? '>=' : '<',
    column.isMonthly ? `${from}-01` : `${from}-01-01`,
  );
}

/** The rows of a period: the answer says of which dates, the card only which period. */
function keptDates(column: Column, value: string, dates: Column, period: string): Filter {
  const words = `${readable(dates.name)} in ${period}`;
  return { column: column.name, operator: 'contains', value, words, label: `Keep ${period}` };
}

const SIGNS: Readonly<Record<Filter['operator'], string>> = {
  '=': '=',
  '!=': '≠',
  '>': '>',
  '>=': '≥',
  '<': '<',
  '<=': '≤',
  contains: 'with',
  between: '',
  empty: 'is empty',
  filled: 'is not empty',
};

/** What a comparison of dates is called. */
const ORDERS_OF_TIME: Partial<Readonly<Record<Filter['operator'], string>>> = {
  '>': 'after',
  '>=': 'from',
  '<': 'before',
  '<=': 'up to',
};

function wordsOf(name: string, operator: Filter['operator'], value: Json): string {
  const column = readable(name);
  if (operator === 'between' && Array.isArray(value)) return `${column} ${value[0]} to ${value[1]}`;
  if (operator === 'empty' || operator === 'filled') return `${column} ${SIGNS[operator]}`;
  const order =
    typeof value === 'string' && dateWords(value) !== value ? ORDERS_OF_TIME[operator] : undefined;
  return `${column} ${order ?? SIGNS[operator]} ${textOf(value)}`;
}

function labelOf(name: string, operator: Filter['operator'], value: Json, words: string): string {
  const filter = `Filter by ${readable(name)}`;
  if (operator === '!=') return fitting(`Leave out ${textOf(value)}`, filter);
  if (operator === '=') return fitting(`Keep ${words}`, `Keep ${textOf(value)}`, filter);
  return fitting(`Keep ${words}`, filter);
}

function textOf(value: Json): string {
  const parts = (Array.isArray(value) ? value : [value]).map((one) => dateWords(String(one)));
  return parts.join(' or ');
}
