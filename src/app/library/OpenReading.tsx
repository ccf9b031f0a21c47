import { CalendarClock } from 'lucide-react';
import type { ColumnChoice, ColumnReport } from '#capabilities';
import type { ColumnReading } from '#plan';
import { cellText } from '#tables';
import { Button } from '../parts/Button';
import { readingOf } from './ColumnsList';
import styles from './OpenReading.module.css';

interface Props {
  /** Columns of which only a person can say how they are read. */
  readonly columns: readonly ColumnReport[];
  readonly onChoose: (column: string, reading: ColumnReading) => void;
}

/** W8: a column that can be read in several ways is asked about, with one of its own cells; nothing is chosen by itself. */
export function OpenReading({ columns, onChoose }: Props) {
  const [first] = columns;
  if (first === undefined) return null;
  const { name, open, filled } = first;
  return (
    <section aria-label={`How “${name}” is read`} className={styles.strip}>
      <CalendarClock aria-hidden />
      <p className={styles.question}>
        <strong>{questionOf(first)}</strong>{' '}
        {filled === 1 ? 'Its cell fits' : `All ${filled.toLocaleString('en')} cells fit`}{' '}
        {open.length === 2 ? 'both ways' : 'each way'}.{columns.length > 1 && ` (1 of ${columns.length})`}
      </p>
      <span className={styles.choices}>
        {open.map((choice) => (
          <Button
            key={`${choice.type} ${choice.notation}`}
            variant="outline"
            onClick={() => onChoose(name, readingOf(name, choice))}
          >
            {valueText(choice)}
          </Button>
        ))}
      </span>
    </section>
  );
}

function questionOf({ name, open }: ColumnReport): string {
  const written = open[0]?.example.written ?? '';
  const days = open.map(({ type, example }) => (type === 'date' ? dayOfMonth(String(example.value)) : null));
  if (days.includes(null)) return `In “${name}”, how is “${written}” to be read?`;
  return `In “${name}”, is ${written} the ${days.join(' or the ')}?`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `10th of May`, of an ISO date; null of any other text. */
function dayOfMonth(iso: string): string | null {
  const [, month, day] = iso.split('-').map(Number);
  const name = MONTHS[(month ?? 0) - 1];
  return name === undefined || day === undefined ? null : `${ordinal(day)} of ${name}`;
}

function ordinal(day: number): string {
  const isTeen = day >= 11 && day <= 13;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}

function valueText({ type, unit, example }: ColumnChoice): string {
  return cellText(example.value, { name: '', label: '', type, ...(unit !== undefined && { unit }) });
}
