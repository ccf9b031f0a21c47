import { onlyOf } from '#base';
import type { Column } from '../tables/tables';

/** Units as columns name them, and the words of a question that mean them. */
export const UNITS: readonly (readonly [units: readonly string[], words: readonly string[]])[] = [
  [
    ['EUR', '€'],
    ['euro', 'eur'],
  ],
  [
    ['USD', '$'],
    ['dollar', 'usd', 'buck'],
  ],
  [
    ['GBP', '£'],
    ['pound', 'gbp'],
  ],
  [['CHF'], ['franc', 'chf']],
  [['kWh'], ['kwh']],
  [['kg'], ['kg', 'kilogram', 'kilo']],
  [
    ['°C', '°F'],
    ['degree', 'celsius', 'fahrenheit'],
  ],
  [['km'], ['km', 'kilometre', 'kilometer']],
  [['g'], ['gram', 'gramme']],
  [['m'], ['metre']],
  [['l'], ['litre', 'liter']],
  [['mm'], ['mm', 'millimetre', 'millimeter']],
  [['cm'], ['cm', 'centimetre', 'centimeter']],
];

/** How a question says a unit; the unit itself where no word is known. */
export function unitWord(units: readonly string[]): string {
  return UNITS.find(([known]) => known === units)?.[1][0] ?? units[0] ?? '';
}

/** Whether a column counts one of these. */
export function isIn(unit: string, units: readonly string[]): boolean {
  return units.some((one) => one.toLowerCase() === unit.trim().toLowerCase());
}

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
function unitsIn(one: string, other: string): number | null {
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
  return onlyOf(stems.flatMap((stem) => secondsOf(stem) ?? []));
}
