import type { ColumnReading } from '#plan';
import { BOOLEAN_STYLES } from './booleanCell';
import type { CellStyle } from './cellStyle';
import { DATE_STYLES } from './dateCell';
import { CLOCK_DURATION_STYLES, WORD_DURATION_STYLES } from './durationCell';
import { NUMBER_STYLES } from './numberCell';
import { TIME_STYLES, TIMESTAMP_STYLES } from './timeCell';

/**
 * All notations, in families: the first family of which one fits every cell decides, and where two of a family fit and
 * give different values, nothing does.
 */
export const FAMILIES: readonly (readonly CellStyle[])[] = [
  NUMBER_STYLES,
  BOOLEAN_STYLES,
  DATE_STYLES,
  TIMESTAMP_STYLES,
  TIME_STYLES,
  [...CLOCK_DURATION_STYLES, ...TIME_STYLES.map(asAsked)],
  WORD_DURATION_STYLES,
];

/** The styles that a person's word allows: one, or all of its type where no notation is named. */
export function stylesOf({ type, read }: Pick<ColumnReading, 'type' | 'read'>): readonly CellStyle[] {
  const styles = FAMILIES.flat().filter((style) => style.type === type);
  return read === undefined ? styles : styles.filter(({ notation }) => notation === read);
}

/** `7:30` is a time as well as a duration: what is told apart only by a person is compared with both. */
function asAsked(style: CellStyle): CellStyle {
  return { ...style, read: (cell) => style.read(cell, true) };
}
