import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { type TableColumn, type TableOrder, type TableSource, WHOLE_TABLE } from '#tables';
import { counted } from '../parts/counted';
import { useRowHeight } from '../state/useMedia';
import type { AboutColumn } from './aboutColumn';
import { columnWidths } from './columnWidths';
import styles from './DataTable.module.css';
import { TableHead } from './TableHead';
import { TableRows } from './TableRows';
import { TableTools } from './TableTools';
import { useEventually } from './useEventually';
import { useGridKeys } from './useGridKeys';
import { useSeenRows } from './useSeenRows';
import { type TablePlace, useTableQuery } from './useTableQuery';

interface Props {
  readonly source: TableSource;
  readonly label: string;
  /** `rich` says type and a figure in each head and shows the search; `plain` is for results, in little room. */
  readonly look: 'rich' | 'plain';
  readonly about?: (column: TableColumn) => AboutColumn;
  /** How the rows stand already, as the head shows it. */
  readonly order?: TableOrder | null;
  /** Stand before and after the tools. */
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  /** Stands between the tools and the rows. */
  readonly notes?: ReactNode;
  /** Where it is looked at first: a column, and what its filter holds. */
  readonly at?: TablePlace | undefined;
  /** What the file is called that is saved from it. */
  readonly fileName: string;
}

const ROW = 32;
const SAMPLE = 120;

/** Rows as people see them: found, sorted, filtered, counted, copied and saved; of any number, by keys and by ear. */
export function DataTable({ source, label, look, about, order, title, actions, notes, at, fileName }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const { columns } = source;
  const fields = useTableQuery(columns, order, at);
  const [filtering, setFiltering] = useState(at?.typed !== undefined);
  const rowHeight = useRowHeight(ROW);
  const total = useEventually(useCallback((signal) => source.count(WHOLE_TABLE, signal), [source]));
  const count = useEventually(
    useCallback((signal) => source.count(fields.query, signal), [source, fields.query]),
  );
  const sample = useEventually(
    useCallback((signal) => source.rows(WHOLE_TABLE, 0, SAMPLE, signal), [source]),
  );
  const seen = useSeenRows(box, count ?? 0, rowHeight);
  const keys = useGridKeys({
    box,
    rows: count ?? 0,
    columns: columns.length,
    from: seen.from,
    to: seen.to,
    page: 10,
    reveal: seen.reveal,
  });
  const widths = useMemo(
    () =>
      columnWidths(
        columns,
        sample ?? [],
        columns.map((column) => headLength(column, look, about?.(column))),
        look === 'rich',
      ),
    [columns, sample, look, about],
  );
  const isChanged = (sample ?? []).some(({ written }) => written?.some((text) => text !== null));
  return (
    <div className={styles.view} data-look={look}>
      <TableTools
        source={source}
        fields={fields}
        look={look}
        title={title}
        actions={actions}
        isLong={(total ?? 0) > LONG}
        filtering={filtering}
        onFiltering={(on) => {
          setFiltering(on);
          if (!on) fields.clear();
        }}
        label={label}
        fileName={fileName}
      />
      {notes}
      <div ref={box} className={styles.box}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells arrows walk through.
          role="grid"
          aria-label={label}
          aria-describedby={`${id}count`}
          aria-rowcount={count === null ? -1 : count + 1}
          aria-colcount={columns.length}
          className={styles.table}
          style={{
            '--row': `${rowHeight}px`,
            '--width': `${widths.reduce((sum, width) => sum + width, 0)}px`,
          }}
          onKeyDown={keys.onKeyDown}
          onFocus={keys.onFocus}
        >
          <colgroup>
            {columns.map(({ name }, index) => (
              <col key={name} style={{ '--column': `${widths[index] ?? ROW}px` }} />
            ))}
          </colgroup>
          <TableHead
            source={source}
            fields={fields}
            look={look}
            filtering={filtering}
            marked={at?.column}
            about={about}
            tabIndexOf={keys.tabIndexOf}
            onFilter={(column, typed) => {
              setFiltering(true);
              fields.setFilter(column, typed);
            }}
          />
          <TableRows source={source} query={fields.query} seen={seen} tabIndexOf={keys.tabIndexOf} />
        </table>
      </div>
      <footer className={styles.foot}>
        <p id={`${id}count`} aria-live="polite">
          {countWords(count, total, columns.length)}
          <span className="visually-hidden">{orderWords(fields.query.order, columns)}</span>
        </p>
        {isChanged && look === 'rich' && (
          <p>Values as they are read; point at one to see how it is written.</p>
        )}
      </footer>
    </div>
  );
}

/** From so many rows on there is something to be searched. */
const LONG = 12;

/** Characters of the figure in a head, which is set smaller. */
const FIGURE: Partial<Record<TableColumn['type'], number>> = { date: 16, timestamp: 24, number: 13 };

function headLength(
  { label, type }: TableColumn,
  look: Props['look'],
  about: AboutColumn | undefined,
): number {
  const name = label.length + (look === 'plain' ? 4 : 2);
  if (look === 'plain' || about === undefined) return name;
  return Math.max(name, about.words.length + 2, FIGURE[type] ?? 10);
}

function countWords(count: number | null, total: number | null, columns: number): string {
  if (count === null || total === null) return 'Counting the rows…';
  const rows = counted(total, 'row');
  const width = `${columns} ${columns === 1 ? 'column' : 'columns'}`;
  return count === total ? `${rows}, ${width}` : `${count.toLocaleString('en')} of ${rows}, ${width}`;
}

function orderWords(order: TableOrder | null, columns: readonly TableColumn[]): string {
  if (order === null) return '';
  const label = columns.find(({ name }) => name === order.column)?.label ?? order.column;
  return `. Sorted by ${label}, ${order.descending ? 'descending' : 'ascending'}`;
}
