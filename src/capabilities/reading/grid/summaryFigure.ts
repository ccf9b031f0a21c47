import { decimalsOf, sumOf } from '../sum';
import type { Summary } from './summaryLabel';

const ALL: readonly Summary[] = ['sum', 'average', 'median', 'min', 'max', 'count'];

/**
 * Whether a figure sums up numbers as its row is called, in another way, or not at all. It may be rounded as it is
 * written, and be the sum of numbers that were rounded after they were added.
 */
export function agrees(
  figure: number,
  numbers: readonly number[],
  rows: number,
  summary: Summary,
): 'own' | 'another' | 'wrong' {
  const fits = (one: Summary) => fitsAs(figure, numbers, rows, one);
  if (fits(summary)) return 'own';
  return ALL.some(fits) ? 'another' : 'wrong';
}

function fitsAs(figure: number, numbers: readonly number[], rows: number, summary: Summary): boolean {
  if (summary === 'count') return figure === numbers.length || figure === rows;
  if (numbers.length === 0) return figure === 0 && summary === 'sum';
  const meant = figureOf(numbers, summary);
  const unit = 10 ** -decimalsOf(figure) / 2;
  if (summary !== 'sum') return Math.abs(figure - meant) <= unit * CLOSE;
  const step = 10 ** -numbers.reduce((most, one) => Math.max(most, decimalsOf(one)), decimalsOf(figure)) / 2;
  return Math.abs(figure - meant) <= Math.max(step, Math.min(step * numbers.length, Math.abs(meant) * LOST));
}

function figureOf(numbers: readonly number[], summary: Summary): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  const [low = 0, high = 0] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ];
  if (summary === 'min') return sorted[0] ?? 0;
  if (summary === 'max') return sorted.at(-1) ?? 0;
  if (summary === 'median') return (low + high) / 2;
  return summary === 'average' ? sumOf(numbers) / numbers.length : sumOf(numbers);
}

/** For the last digit of doubles. */
const CLOSE = 1 + 1e-9;
/** The part of a sum that rounding may have lost. */
const LOST = 0.000_5;
