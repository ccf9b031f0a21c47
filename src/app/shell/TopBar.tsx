import {
  CircleCheck,
  CircleHelp,
  CircleX,
  Command,
  Download,
  History,
  Menu,
  Redo2,
  Settings,
  Share2,
  TriangleAlert,
  Undo2,
  Upload,
} from 'lucide-react';
import { hasErrors } from '#base';
import { Button } from '../parts/Button';
import { IconButton } from '../parts/IconButton';
import { Mark } from '../parts/Mark';
import { RunControls } from '../run/RunControls';
import { RunStatusPill } from '../run/RunStatusPill';
import { goTo } from '../state/address';
import { openDialog } from '../state/dialogs';
import { useKeyTexts } from '../state/keyBindings';
import { useDocument, useEditor, useProblems } from '../state/session';
import { PlanPath } from './PlanPath';
import { SaveState } from './SaveState';
import styles from './TopBar.module.css';

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
      <UndoRedo />
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

function UndoRedo() {
  const keysFor = useKeyTexts();
  const editor = useEditor();
  const past = useDocument((state) => state.history.past.at(-1)?.label ?? null);
  const future = useDocument((state) => state.history.future.at(-1)?.label ?? null);
  return (
    <div className={styles.pair}>
      <IconButton
        icon={Undo2}
        label="Undo"
        data-tip={past === null ? 'Nothing to undo' : `Undo: ${past}`}
        keys={keysFor('edit.undo')}
        disabled={past === null}
        onClick={() => editor.undo()}
      />
      <IconButton
        icon={Redo2}
        label="Redo"
        data-tip={future === null ? 'Nothing to redo' : `Redo: ${future}`}
        keys={keysFor('edit.redo')}
        disabled={future === null}
        onClick={() => editor.redo()}
      />
      <IconButton
        icon={History}
        label="History"
        keys={keysFor('workspace.history')}
        onClick={() => openDialog({ kind: 'history' })}
      />
    </div>
  );
}

function ProblemsButton() {
  const diagnostics = useProblems((problems) => problems.diagnostics);
  const count = diagnostics.filter(({ severity }) => severity !== 'info').length;
  const isBad = hasErrors(diagnostics);
  const icon = count === 0 ? CircleCheck : isBad ? CircleX : TriangleAlert;
  const name = `Problems (${count})`;
  return (
    <Button
      icon={icon}
      aria-label={name}
      className={styles.problems}
      data-severity={count === 0 ? undefined : isBad ? 'error' : 'warning'}
      onClick={() => openDialog({ kind: 'problems' })}
    >
      {name}
    </Button>
  );
}
