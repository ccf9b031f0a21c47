/**
 * The candidate that differs least from a word, when it is close enough to be a slip of the pen: at most a third
 * of the letters of the shorter one. So of one or two letters none is wrong: nobody can tell what "x" was to be, and
 * only capitals may be other ones there. Only ever a hint for a person or a model; nothing is matched by likeness (case E1).
 *
 * @example nearest('capabilty', ['capability', 'condition']) // 'capability'
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const most = Math.floor(Math.min(word.length, candidate.length) / 3);
    if (Math.abs(candidate.length - word.length) > Math.min(most, least - 1)) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= most && distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** Candidates by how little they differ from a word, else in their order. */
export function byNearness(word: string, candidates: Iterable<string>): readonly string[] {
  const far = (candidate: string): number => editDistance(word.toLowerCase(), candidate.toLowerCase());
  return [...candidates]
    .map((candidate) => ({ candidate, distance: far(candidate) }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ candidate }) => candidate);
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
