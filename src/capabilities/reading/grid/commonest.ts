/** The commonest of some numbers, the larger one of equals. */
export function commonest(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [most] = [...counts].toSorted((left, right) => right[1] - left[1] || right[0] - left[0]);
  return most?.[0] ?? 0;
}
