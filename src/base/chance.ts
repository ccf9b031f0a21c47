/** A source of chance that is a value: equal seeds give equal sequences everywhere. */
export interface Random {
  /** The next number in [0, 1). */
  next(): number;
  /** The next whole number in [0, bound). */
  below(bound: number): number;
}

/** mulberry32 (Tommy Ettinger, public domain): 32 bits of state, good enough for jitter and tests. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return { next, below: (bound) => Math.floor(next() * bound) };
}

/** Bounds of a share, both in [0, 1], as `[low, high]`. */
export type Interval = readonly [number, number];

/** Two-sided quantiles of the normal distribution for the confidences that are in use. */
const QUANTILES = { 0.9: 1.6448536269514722, 0.95: 1.959963984540054 } as const;

type Confidence = keyof typeof QUANTILES;

/**
 * The score interval of Wilson (1927) for a share of successes: it stays in [0, 1] and says something even of none or all of a
 * few. Of no tries nothing is known.
 */
export function wilson(successes: number, tries: number, confidence: Confidence): Interval {
  if (tries === 0) return [0, 1];
  const z = QUANTILES[confidence];
  const share = successes / tries;
  const spread = 1 + z ** 2 / tries;
  const centre = (share + z ** 2 / (2 * tries)) / spread;
  const reach = (z / spread) * Math.sqrt((share * (1 - share)) / tries + z ** 2 / (4 * tries ** 2));
  // Rounding must not say that what was always so might, by 1e-17, not be.
  const low = successes === 0 ? 0 : Math.max(0, centre - reach);
  const high = successes === tries ? 1 : Math.min(1, centre + reach);
  return [low, high];
}
