import type { Query } from '../query/query';
import type { Parts } from '../reading/parts';
import type { Sentence } from '../reading/sentence';
import { columnsFor } from '../words/lexicon';

/** What holds of each and every one is another question than whether there is any. */
const ALL = /^(?:all|every|each|both|always|everybody|everyone|everything|across all)$/i;

/**
 * Makes a question that wants yes or no of one that asks for rows or figures: yes where there are such rows or groups,
 * where the figure is what it is compared with, where what is compared rose or fell as was asked.
 */
export function asYesOrNo(sentence: Sentence, query: Query, { growth, rank }: Parts): Query | null {
  if (!sentence.wantsYes) return query;
  if (asksForPieces(sentence, query)) {
    sentence.problem('that it is listed does not say whether any is left; ask how many there are');
    return null;
  }
  if (sentence.terms.some(({ text }) => ALL.test(text))) {
    sentence.problem('whether something holds of all of them is more than I can plan; ask how many do');
    return null;
  }
  const made = query.kind === 'growth' ? compared(query, growth) : found(query, rank !== null);
  if (made === null) sentence.problem('I cannot say yes or no to this; ask for the rows or the figure');
  return made;
}

/** "do we have any blue paint", where it has a row whatever is left of it. */
function asksForPieces(sentence: Sentence, { kind, filters }: Query): boolean {
  const isOfThing = filters.every(({ column }) =>
    sentence.table.columns.some(({ name, identifies }) => identifies && name === column),
  );
  const has = sentence.terms.some(({ text }) => /\bhave$|^any$/i.test(text));
  return kind === 'list' && has && isOfThing && columnsFor('quantity', sentence.table).length > 0;
}

/** Whether what is compared rose, fell, or changed at all; of one thing only. */
function compared(query: Query, growth: Parts['growth']): Query | null {
  if (query.by.length !== 1) return null;
  const [operator, label] = ASKED[growth ?? 'up'];
  return {
    ...query,
    having: [{ column: 'change', operator, value: 0, label, words: '' }],
    holds: 'compared',
  };
}

const ASKED = {
  up: ['>', 'Did it rise?'],
  down: ['<', 'Did it fall?'],
  either: ['!=', 'Did it change?'],
} as const;

/** Whether there are such rows, such groups, such a figure. */
function found(query: Query, isRanked: boolean): Query | null {
  if (query.kind === 'figure') return query.having.length > 0 ? { ...query, holds: 'figure' } : null;
  if (isRanked || query.limit !== null) return null;
  const isKept = query.filters.some(({ at }) => at !== undefined) || query.having.length > 0;
  return isKept && (query.kind === 'list' || query.kind === 'groups') ? { ...query, holds: 'rows' } : null;
}
