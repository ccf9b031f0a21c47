import { useCallback, useEffect, useState } from 'react';
import type { ColumnStatistics, TableQuery, TableSource } from '#tables';
import { useEventually } from './useSeenRows';

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
