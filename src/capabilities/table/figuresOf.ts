import { type Json, own } from '#base';
import { failure } from '../fail';
import { compareCells } from '../reading/compareCells';
import { isDate } from '../reading/isDate';
import { decimalsOf, sumOf, withoutNoise } from '../reading/sum';
import type { Row } from '../reading/table';
import type { Aggregate } from './aggregates';
import { requireColumn } from './column';
import { daysSince } from './daysOf';
import { type Groups, oneGroup } from './groups';
import { type NumberCells, numberCells } from './numberCells';

/**
 * A figure of each group. Empty cells are left out, and where none is filled there is no figure: nothing adds up to nothing, as in SQL; only
 * a count of it is 0.
 * `min` and `max` also order texts and dates.
 *
 * @param by columns that the groups are of, for messages
 * @throws CallError `COLUMN_MISSING`, `COLUMN_UNKNOWN` or `NOT_A_NUMBER`
 */
export function figuresOf(
  rows: readonly Row[],
  { function: name, column, per, percent }: Aggregate,
  groups: Groups,
  by: readonly string[] = [],
): readonly Json[] {
  if (column === undefined) {
    if (name === 'count') return counts(groups, () => true);
    throw failure(
      'COLUMN_MISSING',
      `"${name}" needs a column.`,
      'Name the column to compute with; only "count" does without.',
    );
  }
  requireColumn(rows, column);
  const cellAt = (at: number): Json => own(rows[at] ?? {}, column) ?? null;
  switch (name) {
    case 'count':
      return counts(groups, (at) => cellAt(at) !== null);
    case 'min':
      return extremes(groups, cellAt, -1);
    case 'max':
      return extremes(groups, cellAt, 1);
    case 'sum':
      return sumsOf(numberCells(rows, column, by), groups).map(({ sum, count }) =>
        count === 0 ? null : sum,
      );
    case 'average':
      return sumsOf(numberCells(rows, column, by), groups).map(averageOf);
    case 'median':
      return sortedOf(numberCells(rows, column, by), groups).map(medianOf);
    case 'ratio':
      return ratiosOf(numberCells(rows, column, by), divisorOf(rows, per, by), groups);
    case 'percentile': {
      const part = partOf(percent);
      return sortedOf(numberCells(rows, column, by), groups).map((sorted) => percentileOf(sorted, part));
    }
    case 'range':
      if (rows.some((_, at) => typeof cellAt(at) === 'string')) return daysAcross(groups, cellAt);
      return sortedOf(numberCells(rows, column, by), groups).map(rangeOf);
  }
}

/** The same over all rows. @throws CallError as `figuresOf` does */
export function figure(rows: readonly Row[], aggregate: Aggregate): Json {
  return figuresOf(rows, aggregate, oneGroup(rows))[0] ?? null;
}

function counts({ of, firsts }: Groups, isCounted: (at: number) => boolean): readonly number[] {
  const found = new Array<number>(firsts.length).fill(0);
  for (let at = 0; at < of.length; at++) {
    const group = of[at] ?? 0;
    if (isCounted(at)) found[group] = (found[group] ?? 0) + 1;
  }
  return found;
}

function extremes({ of, firsts }: Groups, cellAt: (at: number) => Json, sign: 1 | -1): readonly Json[] {
  const found = new Array<Json>(firsts.length).fill(null);
  for (let at = 0; at < of.length; at++) {
    const cell = cellAt(at);
    if (cell === null) continue;
    const group = of[at] ?? 0;
    const before = found[group] ?? null;
    if (before === null || sign * compareCells(cell, before) > 0) found[group] = cell;
  }
  return found;
}

/** What was added up of a group. */
interface Added {
  readonly sum: number;
  readonly count: number;
  /** The most that one of its numbers has. */
  readonly decimals: number;
}

/** `sumOf` of each group, in one pass. */
function sumsOf({ values, decimals }: NumberCells, { of, firsts }: Groups): readonly Added[] {
  const sums = new Float64Array(firsts.length);
  const lost = new Float64Array(firsts.length);
  const most = new Uint16Array(firsts.length);
  const count = new Uint32Array(firsts.length);
  for (let at = 0; at < of.length; at++) {
    const number = values[at] ?? Number.NaN;
    if (Number.isNaN(number)) continue;
    const group = of[at] ?? 0;
    const sum = sums[group] ?? 0;
    const next = sum + number;
    const off = Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
    lost[group] = (lost[group] ?? 0) + off;
    sums[group] = next;
    count[group] = (count[group] ?? 0) + 1;
    if ((decimals[at] ?? 0) > (most[group] ?? 0)) most[group] = decimals[at] ?? 0;
  }
  return firsts.map((_, group) => ({
    sum: withoutNoise((sums[group] ?? 0) + (lost[group] ?? 0), most[group] ?? 0),
    count: count[group] ?? 0,
    decimals: most[group] ?? 0,
  }));
}

/** A quotient keeps six decimals more than its numbers had: past that a double mostly shows noise. */
function averageOf({ sum, count, decimals }: Added): number | null {
  if (count === 0) return null;
  const average = sum / count;
  return decimals + 6 > 20 ? average : Number(average.toFixed(decimals + 6));
}

function divisorOf(rows: readonly Row[], per: string | undefined, by: readonly string[]): NumberCells {
  if (per !== undefined) return numberCells(rows, per, by);
  throw failure(
    'COLUMN_MISSING',
    '"ratio" needs two columns.',
    'Name in "per" the column whose sum the other is divided by.',
  );
}

/** One sum divided by another, over the rows that have both: what stands beside an empty cell is in neither. */
function ratiosOf(left: NumberCells, right: NumberCells, groups: Groups): readonly (number | null)[] {
  const both = left.values.map((value, at) => value + (right.values[at] ?? Number.NaN));
  const within = ({ values, decimals }: NumberCells): NumberCells => ({
    values: values.map((value, at) => (Number.isNaN(both[at]) ? Number.NaN : value)),
    decimals,
  });
  const divisors = sumsOf(within(right), groups);
  return sumsOf(within(left), groups).map(({ sum, decimals }, group) => {
    const divisor = divisors[group];
    if (!divisor?.sum) return null;
    return averageOf({ sum, count: divisor.sum, decimals: Math.max(decimals, divisor.decimals) });
  });
}

/** The numbers of each group, smallest first. */
function sortedOf({ values }: NumberCells, groups: Groups): readonly Float64Array[] {
  const sizes = counts(groups, (at) => !Number.isNaN(values[at]));
  const sorted = sizes.map((size) => new Float64Array(size));
  const filled = new Uint32Array(sizes.length);
  for (let at = 0; at < values.length; at++) {
    const number = values[at] ?? Number.NaN;
    if (Number.isNaN(number)) continue;
    const group = groups.of[at] ?? 0;
    const place = filled[group] ?? 0;
    filled[group] = place + 1;
    const numbers = sorted[group];
    if (numbers) numbers[place] = number;
  }
  for (const numbers of sorted) numbers.sort();
  return sorted;
}

/** The middle one, or halfway between the two in the middle. */
function medianOf(sorted: Float64Array): number | null {
  const middle = Math.floor(sorted.length / 2);
  const between = [...sorted.subarray(sorted.length % 2 === 0 ? middle - 1 : middle, middle + 1)];
  const decimals = Math.max(0, ...between.map(decimalsOf));
  return averageOf({ sum: sumOf(between), count: between.length, decimals });
}

function partOf(percent: number | undefined): number {
  if (percent !== undefined) return percent / 100;
  throw failure('PERCENT_MISSING', '"percentile" needs a percent.', 'Say which, such as 90 for the 90th.');
}

/** Between two neighbours the part of the way, as spreadsheets and SQL's `percentile_cont` have it. */
function percentileOf(sorted: Float64Array, part: number): number | null {
  const place = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) return null;
  const between = low + (high - low) * (place - Math.floor(place));
  return averageOf({ sum: between, count: 1, decimals: Math.max(decimalsOf(low), decimalsOf(high)) });
}

/** Of dates the days from the first to the last. */
function daysAcross(groups: Groups, cellAt: (at: number) => Json): readonly (number | null)[] {
  const [first, last] = [extremes(groups, cellAt, -1), extremes(groups, cellAt, 1)];
  return last.map((end, group) => {
    const begin = first[group] ?? null;
    if (typeof begin !== 'string' || typeof end !== 'string' || !isDate(begin) || !isDate(end)) return null;
    return Math.floor(daysSince(end)) - Math.floor(daysSince(begin));
  });
}

/** The highest less the lowest. */
function rangeOf(sorted: Float64Array): number | null {
  const [low] = sorted;
  const high = sorted.at(-1);
  return low === undefined || high === undefined ? null : sumOf([high, -low]);
}
