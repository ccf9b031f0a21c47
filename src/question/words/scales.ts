/** Units that measure the same, each with how many of the first it is. */
const SCALES: readonly Readonly<Record<string, number>>[] = [
  { g: 1, kg: 1_000, t: 1_000_000 },
  { m: 1, cm: 0.01, mm: 0.001, km: 1_000 },
  { l: 1, ml: 0.001 },
];

/**
 * How many of the one unit make one of the other; null where they do not measure the same.
 *
 * @example unitsIn('kg', 'g') // 1000
 */
export function unitsIn(one: string, other: string): number | null {
  const [from, to] = [one.trim().toLowerCase(), other.trim().toLowerCase()];
  const scale = SCALES.find((units) => Object.hasOwn(units, from) && Object.hasOwn(units, to));
  return scale ? (scale[from] ?? 1) / (scale[to] ?? 1) : null;
}

/** As {@link unitsIn}, of whatever a word may mean: the first that measures the same. */
export function unitsInAny(units: readonly string[], other: string): number | null {
  for (const unit of units) {
    const many = unitsIn(unit, other);
    if (many !== null) return many;
  }
  return null;
}
