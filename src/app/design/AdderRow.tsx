import type { ReactNode } from 'react';
import styles from './AdderDialog.module.css';

interface Props {
  readonly glyph: ReactNode;
  readonly title: string;
  readonly summary: string;
}

/** A line of what can be added: its picture, what it is called, what it does. */
export function AdderRow({ glyph, title, summary }: Props) {
  return (
    <>
      <span className={styles.glyph}>{glyph}</span>
      <span className={styles.text}>
        <span>{title}</span>
        <span className={styles.summary}>{summary}</span>
      </span>
    </>
  );
}
