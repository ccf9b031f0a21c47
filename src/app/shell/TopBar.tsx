import { CircleHelp, Command, Download, History, Menu, Settings, Share2, Upload } from 'lucide-react';
import { Button } from '../parts/Button';
import { IconButton } from '../parts/IconButton';
import { Mark } from '../parts/Mark';
import { RunControls } from '../run/RunControls';
import { RunStatusPill } from '../run/RunStatusPill';
import { goTo } from '../state/address';
import { openDialog } from '../state/dialogs';
import { useKeyTexts } from '../state/keyBindings';
import { useDocument } from '../state/session';
import { PlanPath } from './PlanPath';
import { ProblemsButton } from './ProblemsButton';
import { SaveState } from './SaveState';
import styles from './TopBar.module.css';
import { UndoRedo } from './UndoRedo';

export function TopBar() {
  const keysFor = useKeyTexts();
  const name = useDocument(({ workspace }) => workspace.name || workspace.id);
  return (
    <header className={styles.bar}>
      <h1 className="visually-hidden">{name}</h1>
      <div className={styles.where}>
        <button
          type="button"
          className={styles.home}
          aria-label="Planloom, to the start"
          onClick={() => goTo({})}
        >
          <Mark />
          <span>Planloom</span>
        </button>
        <i className={styles.line} />
        <PlanPath />
        <SaveState />
      </div>
      <div className={styles.run}>
        <RunStatusPill />
        <RunControls />
      </div>
      <i className={styles.line} />
      <div className={styles.pair}>
        <UndoRedo />
        <IconButton
          icon={History}
          label="History"
          keys={keysFor('workspace.history')}
          onClick={() => openDialog({ kind: 'history' })}
        />
      </div>
      <i className={styles.line} />
      <ProblemsButton />
      <div className={styles.files}>
        <IconButton icon={Upload} label="Import" onClick={() => openDialog({ kind: 'import' })} />
        <IconButton
          icon={Download}
          label="Export"
          onClick={() => openDialog({ kind: 'share', tab: 'export' })}
        />
      </div>
      <Button
        variant="outline"
        icon={Share2}
        aria-label="Share"
        className={styles.share}
        onClick={() => openDialog({ kind: 'share', tab: 'link' })}
      >
        Share
      </Button>
      <IconButton icon={Settings} label="Settings" onClick={() => openDialog({ kind: 'settings' })} />
      <IconButton
        icon={CircleHelp}
        label="Help"
        onClick={() => openDialog({ kind: 'help', page: 'start' })}
      />
      <IconButton
        icon={Menu}
        label="Menu"
        className={styles.menu}
        onClick={() => openDialog({ kind: 'menu' })}
      />
      <button
        type="button"
        className={styles.commands}
        aria-label="Commands"
        data-tip="Commands"
        data-keys={keysFor('help.commands')}
        onClick={() => openDialog({ kind: 'commands' })}
      >
        <Command aria-hidden />
        <kbd>K</kbd>
      </button>
    </header>
  );
}
