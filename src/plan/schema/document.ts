import { as, capabilityIdSchema, idSchema, jsonSchema } from '../fields/fields';
import { z } from '../fields/inspect';

/**
 * How a capability of the workspace comes to its result (W1 `capabilities[].make`): it uses one of the host, what goes in
 * and what comes out rewritten by templates over `input` and `result`; or it answers by itself, by a template over `input`.
 *
 * @example { kind: 'use', capability: 'model.generate', output: { responseText: '{{ result.text }}' } }
 * @example { kind: 'answer', value: '{{ input }}' }
 */
const makingSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('use'),
    capability: capabilityIdSchema,
    input: as('template', jsonSchema).optional(),
    output: as('template', jsonSchema).optional(),
  }),
  z.strictObject({ kind: z.literal('answer'), value: as('template', jsonSchema) }),
]);
export type Making = z.infer<typeof makingSchema>;

/** Reads a `make`; null where this version knows no such way. */
export function makingOf(make: unknown): Making | null {
  const read = makingSchema.safeParse(make);
  return read.success ? read.data : null;
}

/**
 * What a column of a table holds. Dates, timestamps and times are ISO 8601 text, which sorts by time; a duration is a
 * number of seconds.
 */
const columnTypeSchema = z.enum(['text', 'number', 'date', 'timestamp', 'time', 'duration', 'boolean']);
export type ColumnType = z.infer<typeof columnTypeSchema>;

/** How cells are written, where the same cell could mean two things: `1,234`, `03/04/2026`, `1:45`. */
const columnNotationSchema = z.enum([
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

/** What can be written as text in the document itself. */
const textKindSchema = z.enum(['text', 'markdown', 'csv', 'tsv', 'json']);
export type TextKind = z.infer<typeof textKindSchema>;

/** All that a file may be (W8). */
const fileKindSchema = z.enum([...textKindSchema.options, 'xlsx', 'parquet', 'pdf', 'docx']);
export type DocumentKind = z.infer<typeof fileKindSchema>;

/**
 * A file by what is in it. Its bytes lie beside the workspace, once per hash, and may be missing: then it is asked for by
 * name and hash.
 */
const fileSchema = z.strictObject({
  /** SHA-256 of the bytes. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Its size. */
  bytes: z.int().min(0),
  /** Its media type, as the system called it that it came from; it decides nothing. */
  type: z.string().max(255),
  /** As it was called where it came from. */
  name: z.string().min(1).max(255),
});
export type DocumentFile = z.infer<typeof fileSchema>;

/** How columns of a table are read where a person has said so; of all others the cells decide. */
const columns = z.array(columnReadingSchema).optional();

/** A small document, written in the workspace. */
const textDocumentSchema = z.strictObject({
  id: idSchema,
  name: z.string().optional(),
  kind: textKindSchema,
  text: z.string(),
  columns,
});
export type TextDocument = z.infer<typeof textDocumentSchema>;

const fileDocumentSchema = z.strictObject({
  id: idSchema,
  name: z.string().optional(),
  kind: fileKindSchema,
  file: fileSchema,
  /**
   * Which sheet of a workbook it is, the first that holds anything where it does not say; or of JSON that has several lists of records
   * which of them, by the keys that lead to it.
   */
  sheet: z.string().min(1).optional(),
  columns,
});
export type FileDocument = z.infer<typeof fileDocumentSchema>;

/** W8: a table or a text of the workspace, which holds it or names its file. */
export const documentSchema = z.union([textDocumentSchema, fileDocumentSchema]);
export type WorkspaceDocument = z.infer<typeof documentSchema>;

/** Whether the bytes of a document lie beside the workspace. */
export function isFileDocument(document: WorkspaceDocument): document is FileDocument {
  return 'file' in document;
}
