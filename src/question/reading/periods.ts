import { type Filter, inAny, type KeptPeriods } from '../query/filter';
import { type Column, periodColumn, type Table } from '../tables/tables';
import type { Sentence } from './sentence';

/**
 * Filters that keep periods of one column, joined: "2025 and 2026" are rows of either year, "March and April 2026" of
 * either month of that year. One alone stays as it is.
 */
export function joinPeriods(sentence: Sentence, table: Table, filters: readonly Filter[]): readonly Filter[] {
  const columns = new Set(filters.flatMap(({ periods }) => (periods ? [periods.column] : [])));
  return [...columns].reduce((all, column) => joinOf(sentence, table, all, column), filters);
}

function joinOf(
  sentence: Sentence,
  table: Table,
  filters: readonly Filter[],
  column: Column,
): readonly Filter[] {
  const kept = filters.flatMap(({ periods }) => (periods?.column === column ? [periods] : []));
  if (kept.length < 2) return filters;
  const joined = anyOf(table, column, kept);
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
  const years = named.length > 0 ? named : [...parts.flatMap((part) => part.years), ...onlyYear(column)];
  if (parts.length === 0) {
    const values = [...new Set(years)].map((year) => (holder.derived ? String(year) : year));
    return { ...inAny(holder, values), periods: { column, years, part: null } };
  }
  const values = parts.flatMap(({ number, years: own }) =>
    (own.length > 0 ? own : years).map((year) => written(year, period, number)),
  );
  return values.length === 0 ? null : inAny(holder, [...new Set(values)]);
}

/** The year of a table that has only one. */
function onlyYear({ min, max }: Column): readonly number[] {
  const [first, last] = [String(min).slice(0, 4), String(max).slice(0, 4)];
  return first === last && /^\d{4}$/.test(first) ? [Number(first)] : [];
}

/** As `table.period` writes it. */
function written(year: number, period: 'year' | 'quarter' | 'month', number: number): string {
  return period === 'quarter' ? `${year}-Q${number}` : `${year}-${String(number).padStart(2, '0')}`;
}
