import type { ReactNode } from 'react';
import { AppBar } from './AppBar';
import styles from './AppPage.module.css';
import { Surface } from './Surface';
import type { SurfaceId } from './surfaces';

interface Props {
  readonly bar: SurfaceId;
  /** The workspace that is open, if one is. */
  readonly workspace?: string;
  readonly children: ReactNode;
}

/** A screen without a canvas: the bar, and below it a page that scrolls. */
export function AppPage({ bar, children, ...rest }: Props) {
  return (
    <div className={styles.screen}>
      <Surface of={bar}>
        <AppBar {...rest} />
      </Surface>
      <main className={styles.scroll}>
        <div className={styles.page}>{children}</div>
      </main>
    </div>
  );
}
