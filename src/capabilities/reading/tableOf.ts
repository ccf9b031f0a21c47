import { err, ok, type Result } from '#base';
import type { RunError } from '#kernel';
import type { ColumnReading } from '#plan';
import { CallError, type ReadDocument } from '#runtime';
import type { TableReport } from './knownReadings';
import { type ReadingPreview, readingPreview } from './previewReading';
import { readShape, readTable, reportTable, writtenIn } from './readTable';
import type { Table, TableShape } from './table';
import type { WrittenCells } from './writtenLines';

/**
 * A document as a table, exactly as `table.load` would read it: for previews, and for what planners are told.
 *
 * @returns the table, or why the document is none (`NOT_A_TABLE`, `CSV_EMPTY`, `CSV_RAGGED`, `CSV_QUOTES`)
 */
export function tableOf(document: ReadDocument): Result<Table, RunError> {
  return orWhyNot(() => readTable(document));
}

/** The same without its rows: for whoever needs no more, since of a large table a page holds none. */
export function shapeOf(document: ReadDocument): Result<TableShape, RunError> {
  return orWhyNot(() => readShape(document));
}

/** How the columns of a document are read, how many cells do not fit, and how else they could be read. */
export function reportOf(
  document: ReadDocument,
  wanted?: (column: string) => boolean,
): Result<TableReport, RunError> {
  return orWhyNot(() => reportTable(document, wanted));
}

/** What stands in the cells of a document before they are read, by row (from 0) and column; null where that is no text. */
export function writtenOf(document: ReadDocument): Result<WrittenCells, RunError> {
  return orWhyNot(() => writtenIn(document));
}

/** What becomes of a column that is read in another way, with cells before and after. */
export function previewOf(document: ReadDocument, reading: ColumnReading): Result<ReadingPreview, RunError> {
  return orWhyNot(() => readingPreview(document, reading));
}

function orWhyNot<T>(read: () => T): Result<T, RunError> {
  try {
    return ok(read());
  } catch (problem) {
    if (problem instanceof CallError) return err(problem.error);
    throw problem;
  }
}
