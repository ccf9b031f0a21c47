import { wordsOf } from '../text/measure';

/** Words that say nothing about what a text is about. */
const STOP_WORDS = new Set(
  `a about after all also am an and any are as at be because been before being between both but by can could did do does
  doing down during each few for from further had has have having he her here hers him his how i if in into is it its
  itself just me more most my no nor not of off on once only or other our out over own same she should so some such
  than that the their them then there these they this those through to too under until up very was we were what when
  where which while who whom why will with would you your much many may might say says said tell give make makes one`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/**
 * A word as it is compared: lower case, without a plural or verb ending. A small fixed stemmer rather than a
 * language's: what matters is that `trees`, `tree` and `planted`, `planting` meet, and that it never changes.
 *
 * @returns null for a word that is too common to count
 */
export function termOf(word: string): string | null {
  const lower = word.toLowerCase().replace(/[’']s?$/, '');
  if (lower === '' || STOP_WORDS.has(lower)) return null;
  if (lower.length <= 3 || /\d/.test(lower)) return lower;
  return stemOf(lower);
}

/** The terms of a text in order, repeated as they are in it. */
export function termsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => termOf(word) ?? []);
}

function stemOf(word: string): string {
  const stem = word
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^su])s$/, '$1')
    .replace(/(?<=[a-z]{3})(ing|ed)$/, '');
  return stem.replace(/([b-df-hj-km-np-rtv-z])\1$/, '$1').replace(/(?<=[a-z]{3})e$/, '');
}
