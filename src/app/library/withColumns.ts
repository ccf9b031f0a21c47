import type { ColumnReading, DocumentKind, WorkspaceDocument } from '#plan';

/** A document with what a person said of its columns; texts have none. */
export function withColumns(
  document: WorkspaceDocument,
  columns: readonly ColumnReading[],
): WorkspaceDocument {
  const { columns: _, ...rest } = document;
  const isTable = TABLES.has(document.kind);
  return isTable && columns.length > 0 ? { ...rest, columns: [...columns] } : rest;
}

/** What has columns. */
export const TABLES: ReadonlySet<DocumentKind> = new Set(['csv', 'tsv', 'json', 'xlsx', 'parquet']);
