import { z } from '../fields/zod';

/**
 * What a column of a table holds. Dates, timestamps and times are ISO 8601 text, which sorts by time; a duration is a
 * number of seconds.
 */
export const columnTypeSchema = z.enum([
  'text',
  'number',
  'date',
  'timestamp',
  'time',
  'duration',
  'boolean',
]);
export type ColumnType = z.infer<typeof columnTypeSchema>;

/** How cells are written, where the same cell could mean two things: `1,234`, `03/04/2026`, `1:45`. */
export const columnNotationSchema = z.enum([
  'decimal-point',
  'decimal-comma',
  'year-month-day',
  'day-month-year',
  'month-day-year',
  'month-name',
  'clock',
  'hours-minutes',
  'minutes-seconds',
  'words',
]);
export type ColumnNotation = z.infer<typeof columnNotationSchema>;

/** How one column is read: a person's word, which goes before what its cells look like (W8). */
export const columnReadingSchema = z.strictObject({
  name: z.string().min(1),
  type: columnTypeSchema,
  unit: z.string().min(1).max(32).optional(),
  read: columnNotationSchema.optional(),
});
export type ColumnReading = z.infer<typeof columnReadingSchema>;
