import { type Column, hasBlanks, type Table } from '../tables/tables';
import { readable } from '../text/names';
import type { NamedFigure } from './figure';
import { type Filter, filterOf } from './filter';

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
interface Spans {
  readonly column: string;
  readonly as: string;
  readonly spans: readonly NamedSpan[];
}

export interface NamedSpan {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** Whether the filters name a row: by a value of a column in which every row has its own. */
export function isOneRow(table: Table, { filters }: Base): boolean {
  return filters.some(
    ({ column, operator, value }) =>
      operator === '=' &&
      !Array.isArray(value) &&
      table.columns.some(({ name, identifies }) => identifies && name === column),
  );
}

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
