import { stemsOf } from '#question';

/** How fast repeating a word stops to count, and how much a long text is held back: the usual values of BM25. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/**
 * How well each text fits a query, by BM25 over the stems of their words (P3). Texts that share no word with the query
 * have 0.
 *
 * @example relevanceOf('sort the rows', ['Orders rows', 'Sorts rows', 'Says a text']) // [0.1…, 0.6…, 0]
 */
export function relevanceOf(query: string, texts: readonly string[]): readonly number[] {
  const documents = texts.map(countsOf);
  const wanted = [...countsOf(query).keys()];
  const mean = documents.reduce((sum, words) => sum + lengthOf(words), 0) / Math.max(1, documents.length);
  const weights = new Map(wanted.map((word) => [word, rarity(word, documents)]));
  return documents.map((words) => {
    const held = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * lengthOf(words)) / Math.max(1, mean));
    return wanted.reduce((score, word) => {
      const count = words.get(word) ?? 0;
      return score + ((weights.get(word) ?? 0) * count * (SATURATION + 1)) / (count + held);
    }, 0);
  });
}

function rarity(word: string, documents: readonly ReadonlyMap<string, number>[]): number {
  const having = documents.filter((words) => words.has(word)).length;
  return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
}

function countsOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stemsOf(text)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

function lengthOf(words: ReadonlyMap<string, number>): number {
  let length = 0;
  for (const count of words.values()) length += count;
  return length;
}
