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
