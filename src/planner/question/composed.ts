import type { NamedFigure } from './figure';
import type { Filter } from './filter';

/** What is to be done with a table: the kinds are the methods of the planner. */
export interface Composed {
  /**
   * `list` rows · `figure` one number · `groups` a figure a group · `distinct` number of distinct values ·
   * `share` a part in percent of the whole · `shares` every group's part
   */
  readonly kind: 'list' | 'figure' | 'groups' | 'distinct' | 'share' | 'shares';
  readonly filters: readonly Filter[];
  readonly by: readonly string[];
  /** Columns to make distinct before grouping: "how many products per category". */
  readonly unite: readonly string[];
  readonly figures: readonly NamedFigure[];
  readonly having: readonly Filter[];
  readonly sort: { readonly by: string; readonly order: 'asc' | 'desc' } | null;
  readonly limit: number | null;
}

export type Base = Omit<Composed, 'kind'>;

export function baseOf(filters: readonly Filter[]): Base {
  return { filters, by: [], unite: [], figures: [], having: [], sort: null, limit: null };
}
