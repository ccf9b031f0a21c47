import { seededRandom } from '#base';

export const STATIONS = ['Quay', 'Mill', 'Orchard', 'Viaduct', 'Fairground', 'Lock'] as const;
const KINDS = ['ozone', 'dust', 'soot'] as const;

/** One row of the table. */
export interface Reading {
  readonly day: string;
  readonly station: (typeof STATIONS)[number];
  readonly kind: (typeof KINDS)[number];
  readonly amount: number;
}

/** Readings of random amount: numbers that no planner has seen before. */
export function measurements(seed: number, count = 240): readonly Reading[] {
  const { below } = seededRandom(seed);
  const one = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];
  const two = (number: number) => String(number).padStart(2, '0');
  return Array.from({ length: count }, (_, index) => ({
    day: `${2025 + (index % 2)}-${two(1 + below(12))}-${two(1 + below(28))}`,
    station: one(STATIONS),
    kind: one(KINDS),
    amount: below(100_000) / 100,
  }));
}
