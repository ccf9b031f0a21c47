import { ChevronDown } from 'lucide-react';
import { useCallback, useId } from 'react';
import type { Json } from '#base';
import {
  type ColumnStatistics,
  cellText,
  type TableColumn,
  type TableQuery,
  type TableSource,
} from '#tables';
import { cx } from '../parts/cx';
import { Popover } from '../parts/Popover';
import styles from './ColumnChip.module.css';
import { type AboutColumn, typeWords } from './columnWords';
import { useEventually } from './useSeenRows';

interface ColumnChipProps {
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
export function ColumnChip({ source, query, column, about, look, at, tabIndex, onOnly }: ColumnChipProps) {
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

interface ColumnFiguresProps {
  readonly source: TableSource;
  readonly query: TableQuery;
  readonly column: TableColumn;
  /** Keeps only the rows of one value: what would be typed into the filter. */
  readonly onOnly?: ((typed: string) => void) | undefined;
}

/** What is known of a column: its figures, and its commonest values, each of which can be looked at alone. */
function ColumnFigures({ source, query, column, onOnly }: ColumnFiguresProps) {
  const statistics = useEventually(
    useCallback((signal) => source.statistics(query, column.name, signal), [source, query, column.name]),
  );
  if (statistics === null) return <p className={styles.waiting}>Counting…</p>;
  const { frequent, filled } = statistics;
  return (
    <section aria-label={`Figures of ${column.label}`} className={styles.figures}>
      <dl>
        {figuresOf(statistics, column).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {frequent.length > 0 && (
        <>
          <p className={styles.title}>Most frequent</p>
          <ul>
            {frequent.map(({ value, count }) => (
              <li key={cellText(value, column)}>
                <button
                  type="button"
                  aria-label={`Only ${cellText(value, column)}`}
                  disabled={onOnly === undefined}
                  onClick={() => onOnly?.(`=${typedFor(value)}`)}
                >
                  <span>{cellText(value, column)}</span>
                  <span className={styles.count}>
                    {count.toLocaleString('en')} · {percent(count, filled)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function figuresOf(statistics: ColumnStatistics, column: TableColumn): readonly [string, string][] {
  const { filled, empty, distinct, numbers, span } = statistics;
  const amount = (count: number) => count.toLocaleString('en');
  const value = (one: Json) => cellText(one, column);
  // A mean has more digits than its numbers: two decimals are enough to tell it from them.
  const finer = { ...column, decimals: Math.max(column.decimals ?? 0, 2) };
  return [
    ['Type', typeWords(column.type, column.unit)],
    ['Filled', amount(filled)],
    ...(empty > 0 ? [['Empty', amount(empty)] satisfies [string, string]] : []),
    ['Different', amount(distinct)],
    ...(numbers === null
      ? []
      : ([
          ['Smallest', value(numbers.min)],
          ['Largest', value(numbers.max)],
          ['Mean', cellText(numbers.mean, finer)],
          ['Sum', value(numbers.sum)],
        ] satisfies [string, string][])),
    ...(span === null
      ? []
      : ([
          ['Earliest', value(span.earliest)],
          ['Latest', value(span.latest)],
        ] satisfies [string, string][])),
  ];
}

function typedFor(value: Json): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : String(value);
}

function percent(count: number, filled: number): string {
  const share = (count / filled) * 100;
  return share > 0 && share < 1 ? '<1%' : `${Math.round(share)}%`;
}
