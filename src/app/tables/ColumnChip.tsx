import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { TableColumn, TableQuery, TableSource } from '#tables';
import { cx } from '../parts/cx';
import { Popover } from '../parts/Popover';
import type { AboutColumn } from './aboutColumn';
import styles from './ColumnChip.module.css';
import { ColumnFigures } from './ColumnFigures';
import { typeWords } from './columnWords';

interface Props {
  readonly source: TableSource;
  readonly query: TableQuery;
  readonly column: TableColumn;
  readonly about: AboutColumn | undefined;
  /** `words` says the type; `mark` is a chevron alone, where there is little room. */
  readonly look: 'words' | 'mark';
  /** Place in a grid, and whether Tab leads there. */
  readonly at?: string;
  readonly tabIndex?: 0 | -1;
  /** Keeps only the rows of one value; nothing can be kept where there are no rows to be seen. */
  readonly onOnly?: (typed: string) => void;
}

/** The type of a column, and behind it what is known of it: other ways to read it, its figures, its commonest values. */
export function ColumnChip({ source, query, column, about, look, at, tabIndex, onOnly }: Props) {
  const panel = useId();
  const opener = (
    <button
      type="button"
      popoverTarget={panel}
      aria-label={`${about?.choices ? 'Column type of' : 'About'} ${column.label}`}
      data-at={at}
      tabIndex={tabIndex}
      className={look === 'words' ? styles.opener : styles.mark}
    >
      {look === 'mark' && <ChevronDown aria-hidden />}
    </button>
  );
  return (
    <>
      {look === 'mark' ? (
        opener
      ) : (
        <span className={cx(styles.chip, about?.isAsking && styles.asking)}>
          <span className={styles.words}>{about?.words ?? typeWords(column.type, column.unit)}</span>
          <ChevronDown aria-hidden />
          {/* Over the words, not around them: its name says what it is for, they say how it stands. */}
          {opener}
        </span>
      )}
      <Popover id={panel} label={`About ${column.label}`}>
        {(close) => (
          <>
            {about?.choices?.(close)}
            <ColumnFigures
              source={source}
              query={query}
              column={column}
              onOnly={
                onOnly &&
                ((typed) => {
                  onOnly(typed);
                  close();
                })
              }
            />
          </>
        )}
      </Popover>
    </>
  );
}
