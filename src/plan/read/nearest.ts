/**
 * The candidate that differs least from a word, when it is close enough to be a slip of the pen: at most a third
 * of the letters. Only ever a hint for a person or a model; nothing is matched by likeness (case E1).
 *
 * @example nearest('capabilty', ['capability', 'condition']) // 'capability'
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Math.floor(Math.max(3, word.length) / 3) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** ` Did you mean "…"?`, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const hint = nearest(word, candidates);
  return hint === null ? '' : `Did you mean "${hint}"? `;
}

/**
 * How many letters must be added, left out, changed or swapped with their neighbour (Damerau's distance in its
 * restricted form), one row at a time.
 */
function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const added = Math.min(at(row, j), at(next, j - 1)) + 1;
      const changed = at(row, j - 1) + (isSame ? 0 : 1);
      next.push(Math.min(added, changed, isSwapped ? at(before, j - 2) + 1 : changed));
    }
    [before, row] = [row, next];
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? 0;
}
