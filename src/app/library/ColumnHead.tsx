import { ChevronDown } from 'lucide-react';
import type { ColumnReport } from '#capabilities';
import { cx } from '../parts/cx';
import { choiceWords, typeWords } from './columnWords';
import styles from './TableView.module.css';

interface Props {
  readonly column: ColumnReport;
  readonly isOpen: boolean;
  /** Opens the choices below the name; null where nothing is to be chosen. */
  readonly onOpen: (() => void) | null;
}

/** The head of a column: its name, how it is read, and what does not fit. */
export function ColumnHead({ column, isOpen, onOpen }: Props) {
  const { name, type, unit, nearest, open } = column;
  const words = open.length > 0 ? `which ${typeWords(open[0]?.type ?? type)}?` : typeWords(type, unit);
  const isAsking = open.length > 0 || nearest !== null;
  return (
    <th scope="col" className={cx(type === 'number' && styles.number)}>
      <span className={styles.name}>{name}</span>
      {onOpen === null ? (
        <span className={styles.type}>{words}</span>
      ) : (
        <span className={cx(styles.type, styles.chip, isAsking && styles.asking)}>
          {words}
          <ChevronDown aria-hidden />
          {/* Over the words, not around them: its name says what it is for, they say how it stands. */}
          <button
            type="button"
            className={styles.opener}
            aria-label={`Column type of ${name}`}
            aria-expanded={isOpen}
            onClick={onOpen}
          />
        </span>
      )}
      {nearest !== null && (
        <span className={styles.unfit}>
          {nearest.unfit.toLocaleString('en')} of {column.filled.toLocaleString('en')}{' '}
          {nearest.unfit === 1 ? 'does' : 'do'} not fit {choiceWords(nearest)}: “{nearest.firstUnfit?.text}”
        </span>
      )}
    </th>
  );
}
