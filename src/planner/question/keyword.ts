import type { Period } from './tables';

export type AggregateFunction = 'sum' | 'average' | 'count' | 'min' | 'max' | 'median';
export type CompareOperator = '=' | '!=' | '>' | '>=' | '<' | '<=';

/** What a phrase of English says about a question. */
export type Keyword =
  | { readonly kind: 'function'; readonly function: AggregateFunction }
  | { readonly kind: 'compare'; readonly operator: CompareOperator }
  /** "or more" behind a number. */
  | { readonly kind: 'orCompare'; readonly operator: '>=' | '<=' }
  | { readonly kind: 'between' | 'to' | 'contains' }
  /** "top", "highest", "lowest": an order, and perhaps a number of rows. */
  | { readonly kind: 'rank'; readonly order: 'asc' | 'desc' }
  /** "cheapest": an order by a column that one of these words names. */
  | { readonly kind: 'adjective'; readonly order: 'asc' | 'desc'; readonly columns: readonly string[] }
  | { readonly kind: 'first' }
  /** "by", "per", "for each". `each` never names a measure. */
  | { readonly kind: 'by'; readonly each: boolean }
  | { readonly kind: 'sort' }
  | { readonly kind: 'order'; readonly order: 'asc' | 'desc' }
  | { readonly kind: 'which' | 'list' | 'not' | 'and' | 'or' | 'with' | 'distinct' | 'share' | 'versus' }
  | { readonly kind: 'true' | 'false' }
  /** Narrows what it stands beside, or says that there is nothing else: which of the two, its neighbours tell. */
  | { readonly kind: 'only' }
  /** Several values as one sum; of rows it would mean something else. */
  | { readonly kind: 'together' }
  /** Between two columns of numbers: "list price minus deal value". */
  | { readonly kind: 'operation' }
  /** Nothing there, or something: "without a supplier", "blank", "with a rating". */
  | { readonly kind: 'empty'; readonly isFilled: boolean; readonly stands: 'before' | 'after' }
  /** One of several equal rows. */
  | { readonly kind: 'once' }
  /** "sold", "bought": nothing more where a row is a sale. */
  | { readonly kind: 'trade' }
  /** A change from one year to another. */
  | { readonly kind: 'growth'; readonly direction: 'up' | 'down' | null }
  /** "monthly": by that period. `null` for "over time": by the finest that says something. */
  | { readonly kind: 'periodic'; readonly period: Period | null }
  | { readonly kind: 'quarter'; readonly quarter: number }
  | { readonly kind: 'month'; readonly month: number }
  | { readonly kind: 'amount'; readonly value: number }
  /** A row of whatever the table holds. */
  | { readonly kind: 'row' }
  /** Understood, and changes nothing; a `noun` gives way to a column of that word. */
  | { readonly kind: 'stop'; readonly noun: boolean }
  /** A span of time that a column would have to name. */
  | { readonly kind: 'period' }
  /** Understood, and beyond reach: refused by name. */
  | { readonly kind: 'beyond'; readonly what: string };
