import { z } from '../zod';

export const FUNCTIONS = [
  'sum',
  'average',
  'count',
  'min',
  'max',
  'median',
  'range',
  'ratio',
  'percentile',
] as const;
export type AggregateFunction = (typeof FUNCTIONS)[number];

export const functionSchema = z.enum(FUNCTIONS).meta({ title: 'Function' });

/** What the sum of the column is divided by. */
export const perSchema = z.string().min(1).optional().meta({
  title: 'Divided by',
  description: 'Of a ratio.',
});

/** How many percent of the numbers lie below a percentile. */
export const percentSchema = z.number().min(0).max(100).optional().meta({ title: 'Percent' });

/** One figure over rows; only `count` does without a column, only `ratio` takes a second one, and only `percentile` a percent. */
export interface Aggregate {
  readonly function: AggregateFunction;
  readonly column?: string | undefined;
  readonly per?: string | undefined;
  readonly percent?: number | undefined;
  readonly as?: string | undefined;
}

/** The column that an aggregate writes: `as`, else `count` or `sum_revenue`. */
export function nameOf(aggregate: Aggregate): string {
  if (aggregate.as) return aggregate.as;
  return aggregate.column === undefined ? aggregate.function : `${aggregate.function}_${aggregate.column}`;
}
