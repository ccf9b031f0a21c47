import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import {
  type ColumnStatistics,
  readCellTest,
  type TableColumn,
  type TableOrder,
  type TableQuery,
  type TableSource,
} from '#tables';
import { useEventually } from './useSeenRows';

/** A place of a table: a column, and what is typed into its filter. */
export interface TablePlace {
  readonly column: string;
  readonly typed?: string;
}

/** What is typed and pressed to find rows, and the query that it makes. */
export interface QueryFields {
  readonly query: TableQuery;
  readonly search: string;
  readonly setSearch: (search: string) => void;
  /** What is typed into the filters of columns. */
  readonly typed: ReadonlyMap<string, string>;
  readonly setFilter: (column: string, typed: string) => void;
  readonly order: TableOrder | null;
  /** Smallest first, largest first, as the table has them. */
  readonly sortBy: (column: string) => void;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<string, string> = new Map();

export function useTableQuery(
  columns: readonly TableColumn[],
  first: TableOrder | null = null,
  at?: TablePlace,
): QueryFields {
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useState(() =>
    at?.typed === undefined ? NONE : new Map([[at.column, at.typed]]),
  );
  const [order, setOrder] = useState(first);
  const query = useMemo(
    (): TableQuery => ({
      search,
      order,
      filters: columns.flatMap((column) => {
        const test = readCellTest(typed.get(column.name) ?? '', column);
        return test === null ? [] : [{ column: column.name, test }];
      }),
    }),
    [columns, search, typed, order],
  );
  return {
    // Typing goes first: a large table follows when there is time.
    query: useDeferredValue(query),
    search,
    setSearch,
    typed,
    setFilter: (column, text) => setTyped((before) => new Map(before).set(column, text)),
    order,
    sortBy: (column) => setOrder((before) => nextOrder(before, column)),
    clear: () => {
      setSearch('');
      setTyped(NONE);
    },
  };
}

function nextOrder(before: TableOrder | null, column: string): TableOrder | null {
  if (before?.column !== column) return { column, descending: false };
  return before.descending ? null : { column, descending: true };
}

/**
 * Figures of a column that its head shows. They look at every row: each column has a task of its own, after the rows are drawn.
 *
 * @param turn null where nobody looks: nothing is counted then
 */
export function useStatistics(
  source: TableSource,
  query: TableQuery,
  column: string,
  turn: number | null,
): ColumnStatistics | null {
  const [due, setDue] = useState<TableSource | null>(null);
  useEffect(() => {
    if (turn === null) return;
    const timer = window.setTimeout(() => setDue(source), turn + 1);
    return () => clearTimeout(timer);
  }, [source, turn]);
  const isDue = due === source;
  return useEventually(
    useCallback(
      (signal) => (isDue ? source.statistics(query, column, signal) : null),
      [isDue, source, query, column],
    ),
  );
}
