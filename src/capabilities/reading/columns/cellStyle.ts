import type { Json } from '#base';
import type { ColumnNotation, ColumnType } from '#plan';

/** What one cell says under one notation. */
export interface CellReading {
  readonly value: Json;
  /**
   * What all cells of a column share, or else they are not of one kind: the unit of numbers, the separator of dates,
   * the zone of timestamps.
   */
  readonly mark: string;
}

/** One way in which the cells of a column may be written. */
export interface CellStyle {
  readonly type: ColumnType;
  readonly notation?: ColumnNotation;
  /**
   * Null where the cell does not fit. `asked` is set where a person chose this notation: then what would be a guess
   * (the century of a year in two digits) is read as well.
   */
  read(cell: string, asked: boolean): CellReading | null;
  /** Whether values that all fit are enough to choose it without being asked. */
  isTelling?(values: readonly Json[]): boolean;
}
