import { type Diagnostic, err, isTableHandle, type Json, type JsonObject, ok, own, type Result } from '#base';
import type { RunStarted } from '#kernel';
import type { FileDocument } from '#plan';
import { nameHandles, tablesIn } from '#runtime';
import type { Storage } from '#storage';
import { type Following, keepFile, readBytes, sheetsIn } from '../library/documentFromFile';

import { documentsOfPage, readFileOfPage } from '../state/services';

/** A file that is the value of an input. */
export interface InputFile {
  /** Its id is the variable. */
  readonly document: FileDocument;
  readonly value: Json;
  /** How many rows a table has; null of what is none. */
  readonly rows: number | null;
  /** The sheets that can be chosen instead; none where there is one thing in the file. */
  readonly sheets: readonly string[];
}

/**
 * Reads a file as the value of an input, off the page's thread. Of several sheets it is the first; another can be taken instead.
 *
 * @returns why it cannot be one: it cannot be read, or does not fit the schema
 * @throws StorageError, or the signal's reason when it was aborted
 */
export async function readInputFile(
  id: string,
  schema: JsonObject,
  file: File,
  storage: Storage,
  { signal, progress, rows }: Following,
): Promise<Result<InputFile, readonly Diagnostic[]>> {
  const bytes = await readBytes(file);
  if (!bytes.ok) return err([bytes.problem]);
  const read = await readFileOfPage(bytes.value, { name: file.name, type: file.type }, { signal, progress });
  signal?.throwIfAborted();
  if (!read.ok) return read;
  const kept = await keepFile(file, bytes.value, read.value, storage);
  const sheets = sheetsIn(read.value).filter((sheet) => sheet !== null);
  const document = { id, name: file.name, kind: read.value.type, file: kept };
  return readSheet(document, sheets, sheets[0], schema, storage, { signal, rows });
}

/** The same file, of which another sheet is meant. */
export function readOtherSheet(
  { document, sheets }: InputFile,
  sheet: string,
  schema: JsonObject,
  storage: Storage,
): Promise<Result<InputFile, readonly Diagnostic[]>> {
  return readSheet(document, sheets, sheet, schema, storage);
}

async function readSheet(
  { sheet: _, ...about }: FileDocument,
  sheets: readonly string[],
  sheet: string | undefined,
  schema: JsonObject,
  storage: Storage,
  following: Pick<Following, 'signal' | 'rows'> = {},
): Promise<Result<InputFile, readonly Diagnostic[]>> {
  const { columnsForInput, inputOfFile } = await import('#capabilities');
  const read = { ...about, ...columnsForInput(schema) };
  const document = sheet === undefined ? read : { ...read, sheet };
  const content = await documentsOfPage(storage).read(document, following);
  following.signal?.throwIfAborted();
  const value = await inputOfFile(content, schema, tablesIn(storage.blobs));
  return value.ok ? ok({ document, sheets, ...value.value }) : err([value.problem]);
}

/** The files that a run of this plan was given, to be given once more. What was read of them stands in its ledger. */
export function inputFilesOf(started: RunStarted | null, plan: string): ReadonlyMap<string, InputFile> {
  if (started === null || started.closure.plans[0]?.id !== plan) return new Map();
  const files = (started.inputFiles ?? []).flatMap((document) => {
    const value = own(started.input, document.id);
    if (value === undefined) return [];
    nameHandles(value);
    return [[document.id, { document, value, rows: rowsOf(value), sheets: [] }] as const];
  });
  return new Map(files);
}

function rowsOf(value: Json): number | null {
  if (isTableHandle(value)) return value.$table.rows;
  return Array.isArray(value) ? value.length : null;
}
