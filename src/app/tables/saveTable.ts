import { type Diagnostic, ok, type Result } from '#base';
import { type TableQuery, type TableSource, tsvOf } from '#tables';
import { saveFile } from '../parts/saveFile';
import { isStored } from './stored/storedSource';
import { fileOfTable, type TableFormat } from './tableFile';

/**
 * Offers the rows of a query as a file, which is made where they lie.
 *
 * @param name of the file, without its ending
 */
export async function saveTable(
  source: TableSource,
  query: TableQuery,
  format: TableFormat,
  name: string,
): Promise<Result<null, Diagnostic>> {
  const file = await (isStored(source) ? source.file(query, format) : fileOfTable(source, query, format));
  if (!file.ok) return file;
  saveFile(`${name}.${format}`, file.value, file.value.type);
  return ok(null);
}

/** So many rows go to the clipboard at most: whoever pastes more waits for minutes, or in vain. */
const MOST_COPIED = 50_000;

/**
 * Puts the rows of a query on the clipboard, as spreadsheets and editors take them.
 *
 * @returns how many there are, and how many of them were copied, from the first
 */
export async function copyTable(
  source: TableSource,
  query: TableQuery,
): Promise<{ readonly copied: number; readonly all: number }> {
  const all = await source.count(query);
  const rows = await source.rows(query, 0, MOST_COPIED);
  await navigator.clipboard.writeText(tsvOf(source.columns, rows));
  return { copied: rows.length, all };
}
