import type { Column, Period } from '../tables/tables';
import { readable } from '../text/names';
import type { Token } from '../text/words';
import type { Concept } from './lexicon';

/** What a stretch of a question means. */
export type Meaning =
  | Keyword
  | { readonly kind: 'column'; readonly column: Column; readonly exact: boolean }
  | {
      readonly kind: 'value';
      readonly column: Column;
      /** All that the word may mean: "closed" is Closed Won and Closed Lost. */
      readonly values: readonly string[];
      readonly written: boolean;
      /** A word of a value and not the whole of it. */
      readonly isPart: boolean;
    }
  /** Money, a person, a time: resolved against the columns once the words beside it are known. */
  | { readonly kind: 'concept'; readonly concept: Concept }
  /** "unassigned": what has nothing there, or a no. */
  | { readonly kind: 'blank'; readonly column: Column }
  /** "won": who came in at that place. */
  | { readonly kind: 'placed'; readonly column: Column; readonly place: number }
  /** "payments": rows that have something there. */
  | { readonly kind: 'filled'; readonly column: Column }
  | { readonly kind: 'unit'; readonly units: readonly string[] }
  | { readonly kind: 'table' }
  | { readonly kind: 'number'; readonly value: number; readonly percent: boolean }
  | { readonly kind: 'date'; readonly text: string }
  | { readonly kind: 'clock'; readonly text: string }
  | { readonly kind: 'quoted'; readonly text: string }
  | { readonly kind: 'unknown' };

/** Says nothing new here. */
export const STOP: Meaning = { kind: 'stop', noun: true };
export const UNKNOWN: Meaning = { kind: 'unknown' };

export type Kind = Meaning['kind'];
export type MeaningOf<K extends Kind> = Extract<Meaning, { kind: K }>;

/** One stretch of a question, with its meaning; several only where names or values of columns are equally good. */
export interface Term {
  readonly meanings: readonly Meaning[];
  readonly text: string;
  readonly plural: boolean;
  /** What was made of a word that the table does not have: "“money” is read as “Total”". */
  readonly note?: string;
}

/** A term that is made of others. */
export function termOf(text: string, meaning: Meaning): Term {
  return { meanings: [meaning], text, plural: false };
}

/** The term, taken for something else. */
export function takenFor(term: Term, meaning: Meaning): Term {
  return { ...term, meanings: [meaning] };
}

/** A column that a word stands for, though it is not its name. */
export function columnMeant(column: Column): Meaning {
  return { kind: 'column', column, exact: false };
}

/** The term, taken for a column that is called otherwise; the answer says so. */
export function readAsColumn(term: Term, column: Column): Term {
  const note = `“${term.text}” is read as “${readable(column.name)}”`;
  return { ...takenFor(term, columnMeant(column)), note };
}

/** The columns that a term may name. */
export function columnsOf(term: Term | undefined): readonly Column[] {
  return (term?.meanings ?? []).flatMap((meaning) => (meaning.kind === 'column' ? [meaning.column] : []));
}

/** Whether a term is one of these words. */
export function says(term: Term | undefined, words: RegExp): boolean {
  return words.test(term?.text ?? '');
}

export function isStop(term: Term | undefined): boolean {
  return term?.meanings[0]?.kind === 'stop';
}

/** The first place, from one on, whose term says something. */
export function pastStops(terms: readonly Term[], from: number, step: 1 | -1 = 1): number {
  let at = from;
  while (isStop(terms[at])) at += step;
  return at;
}

/** A stretch of words that is known, and what it means. */
export interface Phrase {
  readonly stems: readonly string[];
  readonly meaning: Meaning;
}

export type AggregateFunction =
  | 'sum'
  | 'average'
  | 'count'
  | 'min'
  | 'max'
  | 'median'
  | 'range'
  | 'ratio'
  | 'percentile';
export type CompareOperator = '=' | '!=' | '>' | '>=' | '<' | '<=';

/** What an adjective is about: how old, how long, how dear. */
export type Quality =
  | 'price'
  | 'date'
  | 'age'
  | 'weight'
  | 'height'
  | 'length'
  | 'stature'
  | 'speed'
  | 'temperature'
  | 'rating'
  | 'quantity'
  | 'pay';

/** What is asked of what a verb says: when it was, where, who did it, how much it came to. */
export type Asked = 'when' | 'where' | 'who' | 'amount';

/** For what is asked, words of the heads of columns that say it, the likeliest first. */
export type Verb = Readonly<Partial<Record<Asked, string>>>;

/** What a phrase of English says about a question. */
export type Keyword =
  | {
      readonly kind: 'function';
      readonly function: AggregateFunction;
      /** Of a percentile: 90. */
      readonly percent?: number;
    }
  /** "running total", "cumulative": of each period all up to it. */
  | { readonly kind: 'running' }
  /** "over"; of a quality: "cheaper than". */
  | { readonly kind: 'compare'; readonly operator: CompareOperator; readonly of?: Quality }
  /** "or more" behind a number. */
  | { readonly kind: 'orCompare'; readonly operator: '>=' | '<='; readonly of?: Quality }
  /** "years old" behind a number: what it counts. */
  | { readonly kind: 'counting'; readonly quality: Quality }
  | { readonly kind: 'between' | 'to' | 'contains' }
  /** "top", "highest", "lowest": an order, and perhaps a number of rows. */
  | { readonly kind: 'rank'; readonly order: 'asc' | 'desc' }
  /** "cheapest": an order by the column that tells a quality. */
  | { readonly kind: 'adjective'; readonly order: 'asc' | 'desc'; readonly quality: Quality }
  | { readonly kind: 'first' }
  /** "by", "per", "for each". `each` never names a measure. */
  | { readonly kind: 'by'; readonly each: boolean }
  | { readonly kind: 'sort' }
  | { readonly kind: 'order'; readonly order: 'asc' | 'desc' }
  | { readonly kind: 'which' | 'list' | 'not' | 'and' | 'or' | 'with' | 'distinct' | 'share' | 'versus' }
  | { readonly kind: 'true' | 'false' }
  /** "more … in March than in February": which of two is asked to be the greater. */
  | { readonly kind: 'more'; readonly direction: 'up' | 'down' }
  | { readonly kind: 'than' }
  /** Money that came in or went out, where one column has both with their signs. */
  | { readonly kind: 'flow'; readonly direction: 'in' | 'out' }
  /** "a typical month": the average of what all of them come to. */
  | { readonly kind: 'typical' }
  /** "most common": by how many rows have it. */
  | { readonly kind: 'frequent'; readonly order: 'asc' | 'desc' }
  | { readonly kind: 'half'; readonly half: number }
  /** "twice": so many rows. */
  | { readonly kind: 'times'; readonly value: number }
  /** A verb that says what the head of a column says: resolved against the columns once the words beside it are known. */
  | { readonly kind: 'verb'; readonly says: Verb }
  /** Of a group: it has no such row. */
  | { readonly kind: 'never' }
  /** "new customers": rows by the date in which they begin. */
  | { readonly kind: 'new' }
  /** "left the rating blank": what stands blank is said behind. */
  | { readonly kind: 'leave' }
  /** "with the same email": groups of more than one. */
  | { readonly kind: 'same' }
  /** Behind what is not to count: "cancelled orders not included". */
  | { readonly kind: 'leftOut' }
  /** Not closed: by a date of closing that is empty, or by states that are called closed. */
  | { readonly kind: 'open' }
  /** What came in and has not gone out. */
  | { readonly kind: 'here' }
  /** "negative stock", "overdrawn", "out of stock": below, above or at nothing; `of` is a word of the column, where the word says of which. */
  | { readonly kind: 'sign'; readonly operator: '<' | '>' | '='; readonly of: string | null }
  /** Narrows what it stands beside, or says that there is nothing else: which of the two, its neighbours tell. */
  | { readonly kind: 'only' | 'both' | 'either' | 'late' }
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

/** A token by itself: a number, a date, a quoted text, or a word that nobody knows. */
export function literalOf(token: Token | undefined): Meaning {
  if (token?.kind === 'number') return { kind: 'number', value: token.value, percent: token.percent };
  if (token?.kind === 'clock') return { kind: 'clock', text: token.text };
  if (token?.kind === 'date') return { kind: 'date', text: token.text };
  if (token?.kind === 'quoted') return { kind: 'quoted', text: token.text };
  return { kind: 'unknown' };
}
