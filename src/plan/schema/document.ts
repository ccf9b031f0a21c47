import { idSchema } from '../fields/names';
import { z } from '../fields/zod';
import { columnReadingSchema } from './columnReading';

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
  /** Which sheet of a workbook it is; the first that holds anything where it does not say. */
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
