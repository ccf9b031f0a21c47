import type { ReactNode } from 'react';
import styles from './Inspector.module.css';

interface Props {
  readonly icon: ReactNode;
  readonly title: string;
  readonly line: string;
  readonly aside?: ReactNode;
}

/** What the panel is about: a glyph, a name, one line, a status. */
export function InspectorHead({ icon, title, line, aside }: Props) {
  return (
    <header className={styles.head}>
      <span className={styles.glyph}>{icon}</span>
      <div className={styles.titles}>
        <h2 title={title}>{title}</h2>
        <p>{line}</p>
      </div>
      {aside}
    </header>
  );
}
