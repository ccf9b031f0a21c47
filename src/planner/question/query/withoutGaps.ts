import type { Column, Table } from '../tables/tables';
import { readable } from './figure';
import { filterOf } from './filter';
import type { Query } from './query';

/** What people write where there is nothing. */
const GAP = /^(?:n\/?a|n\.a\.|none|-|–|—)?$/i;

/** What keeps rows that have nothing in the column. */
const LEAVES_GAPS = new Set<string>(['!=', 'empty']);

/**
 * Nothing is no group that could be the largest, be counted or pass a condition: "the most common profession" is one. A plain
 * figure by group shows what has no group as well, and so nothing is missing from it.
 */
export function withoutGaps(table: Table, query: Query): Query {
  const { kind, by, unite, having, limit, filters } = query;
  const chooses = kind === 'groups' && (having.length > 0 || limit !== null || unite.length > 0);
  if (!chooses && kind !== 'summary' && kind !== 'distinct') return query;
  const names = new Set([...by, ...unite]);
  const gaps = table.columns.filter(
    (column) =>
      names.has(column.name) &&
      hasGaps(column) &&
      !filters.some((filter) => filter.column === column.name && !LEAVES_GAPS.has(filter.operator)),
  );
  return { ...query, filters: [...filters, ...gaps.map(filled)] };
}

function filled(column: Column) {
  return {
    ...filterOf(column, 'filled', null),
    words: `without those that have no ${readable(column.name)}`,
  };
}

function hasGaps({ derived, empty, values }: Column): boolean {
  return derived === undefined && (empty > 0 || values.some((value) => GAP.test(value.trim())));
}
