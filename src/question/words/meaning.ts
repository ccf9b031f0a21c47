import type { Column } from '../tables/tables';
import type { Keyword } from './keyword';
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

/** A stretch of words that is known, and what it means. */
export interface Phrase {
  readonly stems: readonly string[];
  readonly meaning: Meaning;
}
