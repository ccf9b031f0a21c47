import { err, ok, type Result } from '#base';
import type { RunError } from '#kernel';
import type { WorkspaceDocument } from '#plan';
import { CallError } from '#runtime';
import { readTable, reportTable, type TableReport } from './readTable';
import type { Table } from './table';

/**
 * A document as a table, exactly as `table.load` would read it: for previews, and for what planners are told.
 *
 * @returns the table, or why the document is none (`NOT_A_TABLE`, `CSV_EMPTY`, `CSV_RAGGED`, `CSV_QUOTES`)
 */
export function tableOf(document: WorkspaceDocument): Result<Table, RunError> {
  return orWhyNot(() => readTable(document));
}

/** How the columns of a document are read, how many cells do not fit, and how else they could be read. */
export function reportOf(document: WorkspaceDocument): Result<TableReport, RunError> {
  return orWhyNot(() => reportTable(document));
}

function orWhyNot<T>(read: () => T): Result<T, RunError> {
  try {
    return ok(read());
  } catch (problem) {
    if (problem instanceof CallError) return err(problem.error);
    throw problem;
  }
}
