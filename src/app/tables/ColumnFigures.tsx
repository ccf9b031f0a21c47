import { useCallback } from 'react';
import type { Json } from '#base';
import {
  type ColumnStatistics,
  cellText,
  type TableColumn,
  type TableQuery,
  type TableSource,
} from '#tables';
import styles from './ColumnFigures.module.css';
import { typeWords } from './columnWords';
import { useEventually } from './useEventually';

interface Props {
  readonly source: TableSource;
  readonly query: TableQuery;
  readonly column: TableColumn;
  /** Keeps only the rows of one value: what would be typed into the filter. */
  readonly onOnly?: ((typed: string) => void) | undefined;
}

/** What is known of a column: its figures, and its commonest values, each of which can be looked at alone. */
export function ColumnFigures({ source, query, column, onOnly }: Props) {
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
