import { z } from '../zod';

export const FUNCTIONS = ['sum', 'average', 'count', 'min', 'max', 'median', 'range', 'ratio'] as const;
export type AggregateFunction = (typeof FUNCTIONS)[number];

export const functionSchema = z.enum(FUNCTIONS).meta({ title: 'Function' });

/** What the sum of the column is divided by. */
export const perSchema = z.string().min(1).optional().meta({
  title: 'Divided by',
  description: 'Of a ratio.',
});

/** One figure over rows; only `count` does without a column, and only `ratio` takes a second one. */
export interface Aggregate {
  readonly function: AggregateFunction;
  readonly column?: string | undefined;
  readonly per?: string | undefined;
  readonly as?: string | undefined;
}

/** The column that an aggregate writes: `as`, else `count` or `sum_revenue`. */
export function nameOf(aggregate: Aggregate): string {
  if (aggregate.as) return aggregate.as;
  return aggregate.column === undefined ? aggregate.function : `${aggregate.function}_${aggregate.column}`;
}
