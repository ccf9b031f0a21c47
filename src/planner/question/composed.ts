import type { NamedFigure } from './figure';
import type { Filter } from './filter';

/** What is to be done with a table: the kinds are the methods of the planner. */
export interface Composed {
  /**
   * `list` rows · `figure` one number · `groups` a figure a group · `distinct` number of distinct values ·
   * `share` a part in percent of the whole · `shares` every group's part · `growth` two periods side by side
   */
  readonly kind: 'list' | 'figure' | 'groups' | 'distinct' | 'share' | 'shares' | 'growth';
  readonly filters: readonly Filter[];
  readonly by: readonly string[];
  /** Columns to make distinct before grouping: "how many products per category". */
  readonly unite: readonly string[];
  readonly figures: readonly NamedFigure[];
  readonly having: readonly Filter[];
  /** Whether one of several equal rows counts alone. */
  readonly once: boolean;
  /** Columns within whose groups the limit holds. */
  readonly within: readonly string[];
  readonly sort: Order | null;
  readonly limit: number | null;
  /** The column of periods, which is one of `by`, and the two that are compared. */
  readonly growth: {
    readonly over: string;
    readonly from: string | number;
    readonly to: string | number;
  } | null;
}

/** A column to sort by, and what it is called on a card. */
export interface Order {
  readonly by: string;
  readonly order: 'asc' | 'desc';
  readonly label: string;
}

export type Base = Omit<Composed, 'kind'>;

export function baseOf(filters: readonly Filter[]): Base {
  return {
    filters,
    by: [],
    unite: [],
    figures: [],
    having: [],
    once: false,
    within: [],
    sort: null,
    limit: null,
    growth: null,
  };
}
