import type { JsonObject } from '#base';
import type { Query } from '../query/query';
import { fitting, plural, readable } from '../text/names';

/** What the cards of the plan are called. */
export function cardsOf(table: string, query: Query): JsonObject {
  const { sort, limit, growth, over } = query;
  const figures = query.figures.map(({ label }) => label).join(' and ');
  const [figure] = query.figures;
  const groups = query.by.map(readable).join(' and ');
  const distinct = query.unite.map(plural).join(' and ');
  return {
    load: fitting(`Load ${table}`, 'Load the table'),
    unite: fitting(`Find distinct ${distinct}`, `Distinct ${distinct}`, 'Drop repeats'),
    compute: fitting(capital(figures), FUNCTIONS[figure?.function ?? 'count']),
    group: fitting(
      capital(`${figures} by ${groups}`),
      `Group by ${groups}`,
      `By ${groups}`,
      'Group the rows',
    ),
    sort: sort === null ? '' : fitting(`Sort by ${sort.label}`, 'Sort'),
    limit: limit === null ? '' : `${extreme(sort)} ${limit}`,
    over: over === null ? '' : fitting(capital(over.label), FUNCTIONS[over.function]),
    compare: growth === null ? '' : fitting(`Compare ${growth.from} and ${growth.to}`, 'Compare'),
  };
}

const FUNCTIONS = {
  sum: 'Add up',
  average: 'Average',
  median: 'Find the median',
  count: 'Count',
  min: 'Find the lowest',
  max: 'Find the highest',
  range: 'Find the range',
  ratio: 'Divide the totals',
  percentile: 'Find the percentile',
} as const;

/** "Top" or "Bottom", or "First" where nothing is in order. */
export function extreme(sort: Query['sort']): string {
  if (sort === null) return 'First';
  return sort.order === 'asc' ? 'Bottom' : 'Top';
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
