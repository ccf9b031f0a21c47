import { type Diagnostic, err, ok, problem, type Result } from '#base';
import { allRows, csvOf, jsonOf, MOST_SHEET_ROWS, sheetOf, type TableQuery, type TableSource } from '#tables';

export type TableFormat = 'csv' | 'json' | 'xlsx';

/** Rows as a file, or why they do not fit into one. */
export type FileOfTable = Result<Blob, Diagnostic>;

/** The rows of a query as a file; the writer of spreadsheets is loaded by the first one. */
export async function fileOfTable(
  source: TableSource,
  query: TableQuery,
  format: TableFormat,
): Promise<FileOfTable> {
  const { columns } = source;
  const rows = await allRows(source, query);
  switch (format) {
    case 'csv':
      return ok(new Blob([csvOf(columns, rows)], { type: 'text/csv' }));
    case 'json':
      return ok(new Blob([jsonOf(columns, rows)], { type: 'application/json' }));
    case 'xlsx': {
      if (rows.length > MOST_SHEET_ROWS) return err(tooManyRows(rows.length));
      // The universal build packs without workers from text, which our policy refuses (T3).
      const { default: writeSheet } = await import('write-excel-file/universal');
      const cells = sheetOf(columns, rows).map((row) => [...row]);
      return ok(await writeSheet(cells, { stickyRowsCount: 1 }).toBlob());
    }
  }
}

function tooManyRows(rows: number): Diagnostic {
  return problem(
    'TOO_MANY_ROWS',
    `A spreadsheet holds ${MOST_SHEET_ROWS.toLocaleString('en')} rows, and these are ${rows.toLocaleString('en')}.`,
    'Save them as CSV, or filter them first.',
  );
}
