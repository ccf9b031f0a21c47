import type { Sentence } from './sentence';

/**
 * Reads "difference between the highest and the lowest …": how far values reach from one another.
 *
 * @returns the place behind which the column is named; null where nothing says so
 */
export function readRange(sentence: Sentence): number | null {
  for (const index of sentence.open('growth')) {
    if (!/^difference/i.test(sentence.terms[index]?.text ?? '')) continue;
    const between = sentence.next(index);
    const first = sentence.at(between, 'between') ? sentence.next(between) : between;
    const joint = sentence.next(first);
    const second = sentence.next(joint);
    const ends = [endAt(sentence, first), endAt(sentence, second)];
    if (!sentence.at(joint, 'and') || !ends.includes('asc') || !ends.includes('desc')) continue;
    sentence.claim(index, between, first, joint, second);
    return second;
  }
  return null;
}

function endAt(sentence: Sentence, place: number): 'asc' | 'desc' | null {
  const rank = sentence.at(place, 'rank')?.order;
  if (rank) return rank;
  const meant = sentence.at(place, 'function')?.function;
  return meant === 'max' ? 'desc' : meant === 'min' ? 'asc' : null;
}
