import type { NamedFigure } from './figure';
import type { Filter } from './filter';

/** What is to be done with a table: the kinds are the methods of the planner. */
export interface Query {
  /**
   * `list` rows · `figure` one number · `groups` a figure a group · `distinct` number of distinct values ·
   * `share` a part in percent of the whole · `shares` every group's part · `growth` two periods side by side ·
   * `summary` one figure of the figures of all groups · `running` of each period all up to it
   */
  readonly kind:
    | 'list'
    | 'figure'
    | 'groups'
    | 'distinct'
    | 'share'
    | 'shares'
    | 'growth'
    | 'summary'
    | 'running';
  readonly filters: readonly Filter[];
  readonly by: readonly string[];
  /** Columns to make distinct before grouping: "how many products per category". */
  readonly unite: readonly string[];
  readonly figures: readonly NamedFigure[];
  readonly having: readonly Filter[];
  /** Of a share: which of the rows are the part. */
  readonly part: readonly Filter[];
  /** Of a question that wants yes or no: what has to be there for a yes. */
  readonly holds: 'rows' | 'compared' | 'figure' | null;
  /** Whether one of several equal rows counts alone. */
  readonly once: boolean;
  /** Columns within whose groups the limit holds. */
  readonly within: readonly string[];
  readonly sort: Order | null;
  readonly limit: number | null;
  /** Whether what equals the last one within the limit is kept too: of two that are equally high both are the highest. */
  readonly ties: boolean;
  /** Of rows: the column that names them and those that were asked for, where some were. */
  readonly shown: readonly string[];
  /** The figure of the figures of all groups, or of each of the groups in `within`. */
  readonly over: NamedFigure | null;
  /** What was read into words that the table does not have, to be said with the answer. */
  readonly notes: readonly string[];
  /** The column of what is compared, which is one of `by`, and the two that stand side by side; `missing` where one has no rows. */
  readonly growth: {
    readonly over: string;
    readonly from: string | number;
    readonly to: string | number;
    readonly missing?: number;
  } | null;
  /** The periods that are compared, where no column has them. */
  readonly spans: Spans | null;
}

/** A column to sort by, and what it is called on a card. */
export interface Order {
  readonly by: string;
  readonly order: 'asc' | 'desc';
  readonly label: string;
  /** Values in an order that their letters do not have: Monday, Tuesday. */
  readonly sequence?: readonly string[];
}

export type Base = Omit<Query, 'kind'>;

export function baseOf(filters: readonly Filter[]): Base {
  return {
    filters,
    by: [],
    unite: [],
    figures: [],
    having: [],
    part: [],
    holds: null,
    once: false,
    within: [],
    sort: null,
    limit: null,
    ties: false,
    shown: [],
    over: null,
    notes: [],
    growth: null,
    spans: null,
  };
}

/** Spans of time that a step names before anything looks at them. */
export interface Spans {
  readonly column: string;
  readonly as: string;
  readonly spans: readonly NamedSpan[];
}

export interface NamedSpan {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}
