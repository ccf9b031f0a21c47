import type { ColumnReading, WorkspaceDocument } from '#plan';

/** A document with what a person said of its columns; texts have none. */
export function withColumns(
  document: WorkspaceDocument,
  columns: readonly ColumnReading[],
): WorkspaceDocument {
  const { columns: _, ...rest } = document;
  const isTable = document.kind === 'csv' || document.kind === 'json';
  return isTable && columns.length > 0 ? { ...rest, columns: [...columns] } : rest;
}
