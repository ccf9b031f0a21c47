import { CircleHelp, Moon, Settings, Sun, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Button, IconButton } from '../parts/Button';
import { cx } from '../parts/cx';
import { goTo } from '../state/address';
import { openDialog } from '../state/dialogs';
import { chooseTheme, themeStore } from '../theme/theme';
import styles from './AppPage.module.css';
import { Surface, type SurfaceId } from './Surface';

interface AppPageProps {
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
export function AppPage({ bar, wide = false, aside, children, ...rest }: AppPageProps) {
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

interface AppBarProps {
  /** The workspace that is open; without one this is the start page, and the brand leads nowhere. */
  readonly workspace?: string;
}

/** Where one is, and what can be done anywhere. */
export function AppBar({ workspace }: AppBarProps) {
  return (
    <header className={styles.bar}>
      {workspace === undefined ? (
        <div className={styles.brand}>
          <Brand />
        </div>
      ) : (
        <>
          <button
            type="button"
            className={styles.brand}
            aria-label="Planloom, to the start"
            onClick={() => goTo({})}
          >
            <Brand />
          </button>
          <p className={styles.workspace}>{workspace}</p>
        </>
      )}
      <AppCommands />
    </header>
  );
}

function Brand() {
  return (
    <>
      <Mark />
      Planloom
    </>
  );
}

/** What can be done before any workspace is open. */
function AppCommands() {
  return (
    <div className={styles.commands}>
      <Button icon={Upload} aria-label="Import" onClick={() => openDialog({ kind: 'import' })}>
        Import
      </Button>
      <Button icon={Settings} aria-label="Settings" onClick={() => openDialog({ kind: 'settings' })}>
        Settings
      </Button>
      <IconButton
        icon={CircleHelp}
        label="Help"
        onClick={() => openDialog({ kind: 'help', page: 'start' })}
      />
      <ThemeButton />
    </div>
  );
}

function ThemeButton() {
  const shown = useStore(themeStore, (state) => state.shown);
  const other = shown === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      icon={shown === 'dark' ? Sun : Moon}
      label={`Switch to the ${other} theme`}
      onClick={() => chooseTheme(other)}
    />
  );
}

/** The product's mark: threads that cross. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" className={styles.mark} aria-hidden="true">
      <path className={styles.warp} d="M4 8h4c8 0 8 16 16 16h4" />
      <path className={styles.weft} d="M4 24h4c8 0 8-16 16-16h4" />
      <path className={styles.warp} d="M4 16h5M23 16h5" />
    </svg>
  );
}
