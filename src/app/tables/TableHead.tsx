import { ArrowDown, ArrowUp } from 'lucide-react';
import type { TableColumn, TableOrder, TableSource } from '#tables';
import { cx } from '../parts/cx';
import { Input } from '../parts/Input';
import type { AboutColumn } from './aboutColumn';
import { ColumnChip } from './ColumnChip';
import styles from './DataTable.module.css';
import { figureWords } from './figureWords';
import { ABOUT_ROW, type GridPlace, SORT_ROW } from './useGridKeys';
import { useStatistics } from './useStatistics';
import type { QueryFields } from './useTableQuery';

interface Props {
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
export function TableHead(props: Props) {
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

interface HeadProps extends Props {
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
        <span className={styles.figure}>{statistics === null ? ' ' : figureWords(statistics, column)}</span>
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
