import { ChevronDown } from 'lucide-react';
import { type ReactNode, useCallback, useId } from 'react';
import { counted, type Json } from '#base';
import type { ColumnChoice } from '#capabilities';
import type { ColumnNotation, ColumnReading, ColumnType } from '#plan';
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

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  timestamp: 'date and time',
  time: 'time of day',
  duration: 'duration in seconds',
  boolean: 'yes / no',
};

const NOTATIONS: Readonly<Record<ColumnNotation, string>> = {
  'decimal-point': 'decimal point',
  'decimal-comma': 'decimal comma',
  'year-month-day': 'year first',
  'day-month-year': 'day first',
  'month-day-year': 'month first',
  'month-name': 'month by name',
  clock: 'hours and minutes',
  'hours-minutes': 'written as hours:minutes',
  'minutes-seconds': 'written as minutes:seconds',
  words: 'written in words',
};

/** What a column holds, in a word or two: `number, EUR`. */
export function typeWords(type: ColumnType, unit?: string): string {
  return unit === undefined ? TYPES[type] : `${TYPES[type]}, ${unit}`;
}

/** A way to read a column: `number, EUR, decimal comma`. */
export function choiceWords({
  type,
  unit,
  notation,
}: Pick<ColumnChoice, 'type' | 'unit' | 'notation'>): string {
  return words(type, unit, notation);
}

/** The same of what a person said. */
export function readingWords({ type, unit, read }: ColumnReading): string {
  return words(type, unit, read);
}

function words(type: ColumnType, unit?: string, notation?: ColumnNotation): string {
  return [typeWords(type, unit), ...(notation === undefined ? [] : [NOTATIONS[notation]])].join(', ');
}

/** What the head of a column says of it besides its name. */
export interface AboutColumn {
  /** Its type in a word or two. */
  readonly words: string;
  /** Something is to be decided. */
  readonly isAsking?: boolean;
  /** Below the name: what does not fit. */
  readonly note?: ReactNode;
  /** Ways to read it otherwise; its button is then called "Column type of …". */
  readonly choices?: ((close: () => void) => ReactNode) | undefined;
}

/**
 * What a head says of its column in a few words: what its numbers reach from and to, its first and last day, how many different
 * values it has.
 *
 * @example figureWords(statistics, column) // '€4.20 to €1,964.00', '2 Jan to 30 Jun 2026', '5 values', '6% yes'
 */
export function figureWords(statistics: ColumnStatistics, column: TableColumn): string {
  const { filled, empty, distinct, numbers, span } = statistics;
  if (filled === 0) return empty === 0 ? '' : 'all empty';
  if (column.type === 'boolean') return `${shareOf(statistics, true)} yes`;
  if (numbers !== null) return range(numbers.min, numbers.max, column);
  if (span !== null) return range(span.earliest, span.latest, column);
  if (distinct === filled && filled > 1) return 'all different';
  return counted(distinct, 'value');
}

function range(first: number | string, last: number | string, column: TableColumn): string {
  const [from, to] = [cellText(first, column), cellText(last, column)];
  if (from === to) return from;
  const isOneYear = column.type === 'date' && from.slice(-4) === to.slice(-4);
  return `${isOneYear ? from.slice(0, -5) : from} to ${to}`;
}

function shareOf({ frequent, filled }: ColumnStatistics, value: boolean): string {
  const count = frequent.find((one) => one.value === value)?.count ?? 0;
  return `${Math.round((count / filled) * 100)}%`;
}
