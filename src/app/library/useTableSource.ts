import { useCallback } from 'react';
import { rowsInLines, tableOf, writtenOf } from '#capabilities';
import type { ReadDocument } from '#runtime';
import { columnsOfTable, type Eventually, type TableSource, tableInMemory } from '#tables';
import { useSession } from '../state/session';
import { tablesOfPage } from '../tables/stored/tablesOfPage';
import { useEventually } from '../tables/useEventually';

/** The rows of a document: of a large one they lie in a worker (I4). Null before they are read, and where it is no table. */
export function useTableSource(document: ReadDocument): TableSource | null {
  const { storage } = useSession();
  return useEventually(
    useCallback((): Eventually<TableSource | null> => {
      const rows = rowsInLines(document);
      return rows === null ? inPage(document) : tablesOfPage(storage).openRows(rows);
    }, [document, storage]),
  );
}

function inPage(document: ReadDocument): TableSource | null {
  const table = tableOf(document);
  if (!table.ok) return null;
  const written = writtenOf(document);
  const columns = columnsOfTable(table.value);
  return tableInMemory(columns, table.value.rows, written.ok ? written.value : undefined);
}
