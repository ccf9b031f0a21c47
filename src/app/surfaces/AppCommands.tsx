import { CircleHelp, Moon, Settings, Sun, Upload } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '../parts/Button';
import { IconButton } from '../parts/IconButton';
import { openDialog } from '../state/dialogs';
import { chooseTheme, themeStore } from '../theme/theme';
import styles from './AppCommands.module.css';

/** What can be done before any workspace is open. */
export function AppCommands() {
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

export function ThemeButton() {
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
