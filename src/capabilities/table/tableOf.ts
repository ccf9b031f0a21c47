import { err, ok, type Result } from '#base';
import type { RunError } from '#kernel';
import type { WorkspaceDocument } from '#plan';
import { CallError } from '#runtime';
import { readTable } from './readTable';
import type { Table } from './table';

/**
 * A document as a table, exactly as `table.load` would read it: for previews, and for what planners are told.
 *
 * @returns the table, or why the document is none (`NOT_A_TABLE`, `CSV_EMPTY`, `CSV_RAGGED`, `CSV_QUOTES`)
 */
export function tableOf(document: WorkspaceDocument): Result<Table, RunError> {
  try {
    return ok(readTable(document));
  } catch (problem) {
    if (problem instanceof CallError) return err(problem.error);
    throw problem;
  }
}
