/** Places on an axis, with the numbers that stand there. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  /** Round numbers from `min` to `max`, zero among them. */
  readonly ticks: readonly number[];
}

/**
 * An axis for values, which always has zero on it: the length of a bar, and the height of a line, say how much and not only how
 * much more.
 *
 * @param most how many steps there is room for
 * @example scaleFor([3, 9.5], 5) // { min: 0, max: 10, ticks: [0, 2, 4, 6, 8, 10] }
 */
export function scaleFor(values: readonly number[], most: number): Scale {
  const low = values.reduce((least, value) => Math.min(least, value), 0);
  const high = values.reduce((largest, value) => Math.max(largest, value), 0);
  const step = roundStep((high - low || 1) / Math.max(1, most));
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => times(first + index, step));
  return { min: times(first, step), max: times(last, step), ticks };
}

/** The next of 1, 2, 2.5, 5, 10, 20, 25 … that is not smaller. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const share = step / power;
  const round = [1, 2, 2.5, 5].find((one) => share <= one * (1 + EDGE)) ?? 10;
  return round * power;
}

/** Quotients of powers of ten are not exact. */
const EDGE = 1e-9;

/** A product without the noise of decimals: 3 × 0.1 is 0.3. */
function times(count: number, step: number): number {
  return Number((count * step).toPrecision(12));
}

const MAGNITUDES = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;
/** Up to here every whole number has room, and two near ones stay apart: 1,004 and 1,005. */
const IN_FULL = 1e4;

/**
 * A number in as little room as an axis has.
 *
 * @example compactNumber(231406.15) // '231k'
 * @example compactNumber(-1500000) // '-1.5M'
 * @example compactNumber(1003.91) // '1,004'
 */
export function compactNumber(value: number): string {
  if (Math.abs(value) >= 1e3 && Math.abs(value) < IN_FULL) return Math.round(value).toLocaleString('en');
  const [size, sign] = MAGNITUDES.find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  const share = value / size;
  return `${Number(Math.abs(share) >= 100 ? share.toFixed(0) : share.toPrecision(3))}${sign}`;
}
