import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import type { Interval } from '#base';
import { cx } from '../parts/cx';
import { type Grade, gradeOf, intervalText } from './figures';
import styles from './IntervalBar.module.css';

interface Props {
  readonly n: number;
  readonly passed: number;
  readonly interval: Interval;
}

const ICONS = { good: CircleCheck, fair: CircleAlert, poor: CircleX } satisfies Record<Grade, unknown>;

/** How many passed, and between which shares it may lie: in figures, and as a line with a dot. */
export function IntervalBar({ n, passed, interval }: Props) {
  if (n === 0) return <span className={styles.none}>not run yet</span>;
  const grade = gradeOf({ n, passed });
  const Icon = ICONS[grade];
  const [low, high] = interval;
  return (
    <span className={cx(styles.cell, styles[grade])}>
      <span className={styles.figures}>
        <Icon aria-hidden />
        <span>
          <b>{passed}</b>/{n}
        </span>
        <span className={styles.interval}>{intervalText(interval)}</span>
      </span>
      <span
        aria-hidden
        className={styles.bar}
        style={{ '--low': low, '--wide': high - low, '--at': passed / n }}
      >
        <i />
        <b />
      </span>
    </span>
  );
}
