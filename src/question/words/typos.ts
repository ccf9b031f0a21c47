/** Shorter words are too near to too many others. */
const SHORTEST = 5;
/** In shorter words another letter mostly makes another word: "paint" is not "print", nor "stake" a "stage". */
const FIRM = 7;
/** Words at least so long may have two letters wrong. */
const LONG = 9;

/**
 * The one known word that a misspelt one can be: a letter missing, doubled, swapped with its neighbour or, in words of seven
 * letters and more, wrong; never the first. Of several that are equally near the one that has a letter more is meant, since letters are mostly left out.
 *
 * @returns null where none is near, or two are
 * @example misspelt('diffrent', ['different', 'customer']) // 'different'
 */
export function misspelt(word: string, known: Iterable<string>): string | null {
  if (word.length < SHORTEST || !/^\p{L}+$/u.test(word)) return null;
  const most = word.length >= LONG ? 2 : 1;
  let best: string[] = [];
  let nearest = most;
  for (const candidate of known) {
    if (candidate.length < SHORTEST - 1 || candidate[0] !== word[0] || candidate === word) continue;
    const distance = distanceOf(word, candidate, nearest);
    if (distance > nearest) continue;
    if (distance < nearest) best = [];
    nearest = distance;
    if (!best.includes(candidate)) best.push(candidate);
  }
  const longer = best.filter((candidate) => candidate.length > word.length);
  const [only, ...others] = longer.length > 0 ? longer : best;
  return only !== undefined && others.length === 0 ? only : null;
}

/** How many letters are missing, too many, wrong or swapped (Damerau 1964); more than `most` is told as such. */
function distanceOf(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1] ? 0 : left.length < FIRM ? most + 1 : 1;
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (isSwapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[right.length] ?? most + 1;
}
