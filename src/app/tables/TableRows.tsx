import { useCallback } from 'react';
import { cellText, type TableColumn, type TableQuery, type TableRow, type TableSource } from '#tables';
import { cx } from '../parts/cx';
import styles from './DataTable.module.css';
import { type GridPlace, type SeenRows, useEventually } from './useSeenRows';

interface Props {
  readonly source: TableSource;
  readonly query: TableQuery;
  readonly seen: SeenRows;
  readonly tabIndexOf: (place: GridPlace) => 0 | -1;
}

/** The rows that are seen, between two rows of empty room. */
export function TableRows({ source, query, seen: { from, to, before, after }, tabIndexOf }: Props) {
  const rows = useEventually(
    useCallback((signal) => source.rows(query, from, to, signal), [source, query, from, to]),
  );
  const { columns } = source;
  return (
    <tbody>
      {before > 0 && <Room height={before} />}
      {Array.from({ length: to - from }, (_, index) => {
        const at = from + index;
        return (
          <tr key={at} aria-rowindex={at + 2}>
            {columns.map((column, place) => (
              <Cell
                key={column.name}
                column={column}
                row={rows?.[index]}
                place={place}
                at={`${at}:${place}`}
                tabIndex={tabIndexOf({ row: at, column: place })}
              />
            ))}
          </tr>
        );
      })}
      {after > 0 && <Room height={after} />}
    </tbody>
  );
}

function Room({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden className={styles.room} style={{ '--height': `${height}px` }}>
      <td />
    </tr>
  );
}

interface CellProps {
  readonly column: TableColumn;
  /** Nothing while it is on its way. */
  readonly row: TableRow | undefined;
  readonly place: number;
  readonly at: string;
  readonly tabIndex: 0 | -1;
}

/** From so many characters on a cell may be cut, and is told whole. */
const CUT = 32;

function Cell({ column, row, place, at, tabIndex }: CellProps) {
  const text = row === undefined ? '…' : cellText(row.cells[place] ?? null, column);
  const written = row?.written?.[place] ?? null;
  const tip = written === null ? (text.length > CUT ? text : undefined) : `Written: ${written || 'nothing'}`;
  return (
    <td
      data-at={at}
      data-tip={tip}
      aria-description={written === null ? undefined : tip}
      tabIndex={tabIndex}
      className={cx(column.type === 'number' && styles.number)}
    >
      {text}
    </td>
  );
}
