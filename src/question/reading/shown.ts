import type { Kind } from '../words/meaning';
import type { Sentence } from './sentence';

const ASKING = /^(?:who|whom|whose|what|which|when|where|how much|how many)$/i;
/** What may stand in such a clause: it names columns of the row, and nothing that would keep or count others. */
const SHOWING = new Set<Kind>([
  'stop',
  'which',
  'with',
  'column',
  'concept',
  'trade',
  'row',
  'function',
  'period',
  'share',
]);

/** Reads a last clause that asks for more of the row that is found: "and when was it", "and who placed it". */
export function readShown(sentence: Sentence): boolean {
  for (const and of sentence.open('and')) {
    const start = sentence.next(and);
    if (!ASKING.test(sentence.terms[start]?.text ?? '')) continue;
    const places = sentence.terms.flatMap((_, index) => (index >= start ? [index] : []));
    const shows = places.every((index) => {
      const kind = sentence.terms[index]?.meanings[0]?.kind;
      return kind !== undefined && SHOWING.has(kind) && !(kind === 'function' && index > start);
    });
    if (!shows) continue;
    sentence.claim(and, ...places);
    return true;
  }
  return false;
}
