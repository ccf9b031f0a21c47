import type { ReactNode } from 'react';
import type { ColumnChoice } from '#capabilities';
import type { ColumnNotation, ColumnReading, ColumnType } from '#plan';

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
