/** The name among those that there are which was meant by one that is not; null where none is near. */
export function meant(given: string, names: readonly string[]): string | null {
  const most = Math.max(1, Math.floor(given.length / 3));
  const ranked = names
    .map((name) => ({ name, away: distance(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ away }) => away <= most)
    .toSorted((one, other) => one.away - other.away);
  return ranked[0]?.name ?? null;
}

/** How many letters are to be put in, left out, changed, or swapped with the next one. */
function distance(from: string, to: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = row > 1 && from[row - 2] === to[column - 1] && from[row - 1] === to[column - 2];
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return at(last, to.length);
}

function at(row: readonly number[] | undefined, column: number): number {
  return row?.[column] ?? Number.POSITIVE_INFINITY;
}
