import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { counted } from '#base';
import {
  cellText,
  type TableColumn,
  type TableOrder,
  type TableQuery,
  type TableRow,
  type TableSource,
  WHOLE_TABLE,
} from '#tables';
import { cx } from '../parts/cx';
import { Input } from '../parts/Input';
import { useRowHeight } from '../state/layout';
import { type AboutColumn, ColumnChip, figureWords } from './ColumnChip';
import styles from './DataTable.module.css';
import { type QueryFields, type TablePlace, TableTools, useStatistics, useTableQuery } from './TableTools';
import {
  ABOUT_ROW,
  type GridPlace,
  type SeenRows,
  SORT_ROW,
  useEventually,
  useGridKeys,
  useSeenRows,
} from './useSeenRows';

interface DataTableProps {
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
export function DataTable({
  source,
  label,
  look,
  about,
  order,
  title,
  actions,
  notes,
  at,
  fileName,
}: DataTableProps) {
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
  look: DataTableProps['look'],
  about: AboutColumn | undefined,
): number {
  const name = label.length + (look === 'plain' ? 4 : 2);
  if (look === 'plain' || about === undefined) return name;
  return Math.max(name, about.words.length + 2, FIGURE[type] ?? 10);
}

function countWords(count: number | null, total: number | null, columns: number): string {
  if (count === null || total === null) return 'Counting the rows…';
  const rows = counted(total, 'row');
  const width = counted(columns, 'column');
  return count === total ? `${rows}, ${width}` : `${count.toLocaleString('en')} of ${rows}, ${width}`;
}

function orderWords(order: TableOrder | null, columns: readonly TableColumn[]): string {
  if (order === null) return '';
  const label = columns.find(({ name }) => name === order.column)?.label ?? order.column;
  return `. Sorted by ${label}, ${order.descending ? 'descending' : 'ascending'}`;
}

interface TableHeadProps {
  readonly source: TableSource;
  readonly fields: QueryFields;
  readonly look: 'rich' | 'plain';
  readonly filtering: boolean;
  /** The column that is pointed out. */
  readonly marked?: string | undefined;
  readonly about: ((column: TableColumn) => AboutColumn) | undefined;
  readonly tabIndexOf: (place: GridPlace) => 0 | -1;
  readonly onFilter: (column: string, typed: string) => void;
}

/** The heads of all columns, and below them what each is filtered by. */
function TableHead(props: TableHeadProps) {
  const { source, fields, filtering, onFilter } = props;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {source.columns.map((column, place) => (
          <ColumnHead key={column.name} {...props} column={column} place={place} />
        ))}
      </tr>
      {filtering && (
        <tr className={styles.filters}>
          {source.columns.map((column) => (
            <td key={column.name}>
              <Input
                aria-label={`Filter of ${column.label}`}
                placeholder={column.type === 'text' ? 'contains' : EXAMPLES[column.type]}
                value={fields.typed.get(column.name) ?? ''}
                onChange={({ target }) => onFilter(column.name, target.value)}
              />
            </td>
          ))}
        </tr>
      )}
    </thead>
  );
}

const EXAMPLES: Readonly<Record<Exclude<TableColumn['type'], 'text'>, string>> = {
  number: '>100',
  date: '>=2026-03',
  timestamp: '>=2026-03',
  time: '<12:00',
  duration: '>60',
  boolean: '=yes',
};

interface HeadProps extends TableHeadProps {
  readonly column: TableColumn;
  readonly place: number;
}

function ColumnHead({ source, fields, look, about, column, place, tabIndexOf, onFilter, marked }: HeadProps) {
  const known = about?.(column);
  const isMarked = marked === column.name;
  const statistics = useStatistics(source, fields.query, column.name, look === 'rich' ? place : null);
  const order = fields.order?.column === column.name ? fields.order : null;
  const chip = (
    <ColumnChip
      source={source}
      query={fields.query}
      column={column}
      about={known}
      look={look === 'rich' ? 'words' : 'mark'}
      at={`${ABOUT_ROW}:${place}`}
      tabIndex={tabIndexOf({ row: ABOUT_ROW, column: place })}
      onOnly={(typed) => onFilter(column.name, typed)}
    />
  );
  return (
    <th
      scope="col"
      aria-sort={sortWord(order)}
      className={cx(column.type === 'number' && styles.number, isMarked && styles.marked)}
      ref={isMarked ? intoView : undefined}
    >
      <span className={styles.head}>
        <button
          type="button"
          className={styles.name}
          data-at={`${SORT_ROW}:${place}`}
          tabIndex={tabIndexOf({ row: SORT_ROW, column: place })}
          onClick={() => fields.sortBy(column.name)}
        >
          <span>{column.label}</span>
          {order !== null && (order.descending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
        </button>
        {look === 'plain' && chip}
      </span>
      {look === 'rich' && chip}
      {look === 'rich' && (
        <span className={styles.figure}>{statistics && figureWords(statistics, column)}</span>
      )}
      {known?.note}
    </th>
  );
}

function intoView(head: HTMLElement | null): void {
  head?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

function sortWord(order: TableOrder | null): 'none' | 'ascending' | 'descending' {
  if (order === null) return 'none';
  return order.descending ? 'descending' : 'ascending';
}

const CHARACTER = 7.4;
const PADDING = 26;
const NARROWEST = 76;
const WIDEST = 300;
/** Below the name stands from where to where a column reaches, in smaller letters; a date says its year once. */
const SMALL_CHARACTER = 6.4;
const BETWEEN = ' to '.length;
const YEAR = ' 2026'.length;
/** Of the longest cells few are shown whole, so that one long remark does not push all others away. */
const SHARE_SHOWN = 0.95;

/**
 * How wide each column is, in CSS pixels, by its head and the first rows. Fixed, so that nothing moves while rows come and go.
 *
 * @param heads how many characters the head of each column takes
 * @param withRanges whether heads also say from where to where a column reaches
 */
export function columnWidths(
  columns: readonly TableColumn[],
  sample: readonly TableRow[],
  heads: readonly number[],
  withRanges: boolean,
): readonly number[] {
  return columns.map((column, index) => {
    const lengths = sample
      .map(({ cells }) => cellText(cells[index] ?? null, column).length)
      .toSorted((left, right) => left - right);
    const typical = lengths[Math.floor((lengths.length - 1) * SHARE_SHOWN)] ?? 0;
    const width = Math.max(typical, heads[index] ?? 0) * CHARACTER;
    const range = withRanges ? rangeLength(column, lengths.at(-1) ?? 0) * SMALL_CHARACTER : 0;
    return Math.round(Math.min(WIDEST, Math.max(NARROWEST, Math.max(width, range) + PADDING)));
  });
}

/** How many characters the range of a column takes, as far as its first rows tell. */
function rangeLength({ type }: TableColumn, longest: number): number {
  if (type === 'number') return 2 * longest + BETWEEN;
  return type === 'date' ? 2 * longest + BETWEEN - YEAR : 0;
}

interface Props {
  readonly source: TableSource;
  readonly query: TableQuery;
  readonly seen: SeenRows;
  readonly tabIndexOf: (place: GridPlace) => 0 | -1;
}

/** The rows that are seen, between two rows of empty room. */
function TableRows({ source, query, seen: { from, to, before, after }, tabIndexOf }: Props) {
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
