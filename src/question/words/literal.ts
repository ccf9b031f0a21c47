import type { Token } from '../text/words';
import type { Meaning } from './meaning';

/** A token by itself: a number, a date, a quoted text, or a word that nobody knows. */
export function literalOf(token: Token | undefined): Meaning {
  if (token?.kind === 'number') return { kind: 'number', value: token.value, percent: token.percent };
  if (token?.kind === 'date') return { kind: 'date', text: token.text };
  if (token?.kind === 'quoted') return { kind: 'quoted', text: token.text };
  return { kind: 'unknown' };
}
