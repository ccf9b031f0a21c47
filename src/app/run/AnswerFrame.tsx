import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../parts/cx';
import styles from './Answer.module.css';

interface AnswerFrameProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly tone: 'ok' | 'wait';
  /** Stands at the end of its head. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Where a run says what became of its question: answered, or why not yet. */
export function AnswerFrame({ icon: Icon, title, tone, aside, children }: AnswerFrameProps) {
  return (
    <section className={styles.answer} aria-label="Answer">
      <header className={cx(styles.head, styles[tone])}>
        <Icon aria-hidden />
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
