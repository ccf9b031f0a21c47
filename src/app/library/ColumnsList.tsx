import { type TableColumn, type TableSource, WHOLE_TABLE } from '#tables';
import { Button } from '../parts/Button';
import type { AboutColumn } from '../tables/aboutColumn';
import { ColumnChip } from '../tables/ColumnChip';
import styles from './ColumnsList.module.css';

interface Props {
  readonly source: TableSource;
  readonly about: (column: TableColumn) => AboutColumn;
  readonly onRows: () => void;
}

const MOST = 5;

/** In a hand a table is first its columns and how each is read; its rows are a tap away. */
export function ColumnsList({ source: { columns }, source, about, onRows }: Props) {
  const more = columns.length - MOST;
  return (
    <section className={styles.columns} aria-label="Columns">
      <header className={styles.head}>
        <h2>Columns</h2>
        <Button onClick={onRows}>Show rows</Button>
      </header>
      <ul>
        {columns.slice(0, MOST).map((column) => (
          <li key={column.name}>
            <span className={styles.name}>{column.label}</span>
            <ColumnChip
              source={source}
              query={WHOLE_TABLE}
              column={column}
              about={about(column)}
              look="words"
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={styles.more}>
          and {more} more {more === 1 ? 'column' : 'columns'}
        </p>
      )}
    </section>
  );
}
