import type { ReactNode } from 'react';
import { cx } from '../parts/cx';
import { AppBar } from './AppBar';
import styles from './AppPage.module.css';
import { Surface } from './Surface';
import type { SurfaceId } from './surfaces';

interface Props {
  readonly bar: SurfaceId;
  /** The workspace that is open, if one is. */
  readonly workspace?: string;
  /** Whether the page is as wide as the screen. */
  readonly wide?: boolean;
  /** What is read beside the page, at the edge of the screen; below it where there is no room. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A screen without a canvas: the bar, and below it a page that scrolls. */
export function AppPage({ bar, wide = false, aside, children, ...rest }: Props) {
  return (
    <div className={styles.screen}>
      <Surface of={bar}>
        <AppBar {...rest} />
      </Surface>
      <div className={styles.body}>
        <main className={styles.scroll}>
          <div className={cx(styles.page, wide && styles.wide)}>{children}</div>
        </main>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
    </div>
  );
}
