import type { ReactNode } from 'react';
import type { ColumnChoice } from '#capabilities';
import type { ColumnNotation, ColumnReading, ColumnType } from '#plan';
import { type ColumnStatistics, cellText, type TableColumn } from '#tables';
import { counted } from '../parts/counted';

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  timestamp: 'date and time',
  time: 'time of day',
  duration: 'duration in seconds',
  boolean: 'yes / no',
};

const NOTATIONS: Readonly<Record<ColumnNotation, string>> = {
  'decimal-point': 'decimal point',
  'decimal-comma': 'decimal comma',
  'year-month-day': 'year first',
  'day-month-year': 'day first',
  'month-day-year': 'month first',
  'month-name': 'month by name',
  clock: 'hours and minutes',
  'hours-minutes': 'written as hours:minutes',
  'minutes-seconds': 'written as minutes:seconds',
  words: 'written in words',
};

/** What a column holds, in a word or two: `number, EUR`. */
export function typeWords(type: ColumnType, unit?: string): string {
  return unit === undefined ? TYPES[type] : `${TYPES[type]}, ${unit}`;
}

/** A way to read a column: `number, EUR, decimal comma`. */
export function choiceWords({
  type,
  unit,
  notation,
}: Pick<ColumnChoice, 'type' | 'unit' | 'notation'>): string {
  return words(type, unit, notation);
}

/** The same of what a person said. */
export function readingWords({ type, unit, read }: ColumnReading): string {
  return words(type, unit, read);
}

function words(type: ColumnType, unit?: string, notation?: ColumnNotation): string {
  return [typeWords(type, unit), ...(notation === undefined ? [] : [NOTATIONS[notation]])].join(', ');
}

/** What the head of a column says of it besides its name. */
export interface AboutColumn {
  /** Its type in a word or two. */
  readonly words: string;
  /** Something is to be decided. */
  readonly isAsking?: boolean;
  /** Below the name: what does not fit. */
  readonly note?: ReactNode;
  /** Ways to read it otherwise; its button is then called "Column type of …". */
  readonly choices?: ((close: () => void) => ReactNode) | undefined;
}

/**
 * What a head says of its column in a few words: what its numbers reach from and to, its first and last day, how many different
 * values it has.
 *
 * @example figureWords(statistics, column) // '€4.20 to €1,964.00', '2 Jan to 30 Jun 2026', '5 values', '6% yes'
 */
export function figureWords(statistics: ColumnStatistics, column: TableColumn): string {
  const { filled, distinct, numbers, span } = statistics;
  if (filled === 0) return 'all empty';
  if (column.type === 'boolean') return `${shareOf(statistics, true)} yes`;
  if (numbers !== null) return range(numbers.min, numbers.max, column);
  if (span !== null) return range(span.earliest, span.latest, column);
  if (distinct === filled && filled > 1) return 'all different';
  return counted(distinct, 'value');
}

function range(first: number | string, last: number | string, column: TableColumn): string {
  const [from, to] = [cellText(first, column), cellText(last, column)];
  if (from === to) return from;
  const isOneYear = column.type === 'date' && from.slice(-4) === to.slice(-4);
  return `${isOneYear ? from.slice(0, -5) : from} to ${to}`;
}

function shareOf({ frequent, filled }: ColumnStatistics, value: boolean): string {
  const count = frequent.find((one) => one.value === value)?.count ?? 0;
  return `${Math.round((count / filled) * 100)}%`;
}
