import { type Column, hasBlanks, type Table } from '../tables/tables';
import { readable } from '../text/names';
import { type Filter, filterOf } from './filter';
import type { Query } from './query';

/** What keeps rows that have nothing in the column. */
const LEAVES_GAPS = new Set<string>(['!=', 'empty']);

/**
 * Nothing is no group that could be the largest, be counted or pass a condition: "the most common profession" is one. A plain
 * figure by group shows what has no group as well, and so nothing is missing from it; but nobody is no agent.
 *
 * @param called columns that were called by a noun of what they hold
 */
export function withoutGaps(table: Table, query: Query, called: readonly Column[] = []): Query {
  const { kind, by, unite, having, limit, filters } = query;
  const chooses = kind === 'groups' && (having.length > 0 || limit !== null || unite.length > 0);
  const isWhole = !chooses && kind !== 'summary' && kind !== 'distinct';
  const own = called.filter(({ name }) => by.includes(name));
  if (isWhole && own.length === 0) return query;
  const names = new Set(isWhole ? own.map(({ name }) => name) : [...by, ...unite]);
  const groups = table.columns.filter(({ name }) => names.has(name));
  return { ...query, filters: [...filters, ...filledIn(groups, filters)] };
}

/** What leaves out the rows that have nothing in a column, where a filter does not already. */
export function filledIn(columns: readonly Column[], filters: readonly Filter[]): readonly Filter[] {
  const isKept = ({ name }: Column) =>
    filters.some(({ column, operator }) => column === name && !LEAVES_GAPS.has(operator));
  return columns.filter((column) => !column.derived && hasBlanks(column) && !isKept(column)).map(filled);
}

function filled(column: Column) {
  return {
    ...filterOf(column, 'filled', null),
    words: `without those that have no ${readable(column.name)}`,
  };
}
