import type { Column } from '../tables/tables';

const SECONDS: readonly (readonly [RegExp, number])[] = [
  [/^(?:s|sec|secs|seconds?)$/i, 1],
  [/^(?:min|mins|minutes?)$/i, 60],
  [/^(?:h|hrs?|hours?)$/i, 3_600],
  [/^days?$/i, 86_400],
  [/^weeks?$/i, 604_800],
];

/** How many seconds the word for a span of time stands for; null for any other word. */
export function secondsOf(word: string): number | null {
  return SECONDS.find(([words]) => words.test(word.trim()))?.[1] ?? null;
}

/** How many seconds one of what a column counts is, by its unit or its head: "Cook time (min)", "Hours spent"; null where it counts no time. */
export function secondsIn({ unit, stems, type }: Column): number | null {
  if (type !== 'number' || stems.includes('per')) return null;
  if (unit !== '') return secondsOf(unit);
  const [only, ...others] = stems.flatMap((stem) => secondsOf(stem) ?? []);
  return only !== undefined && others.length === 0 ? only : null;
}
