import {
  ChevronRight,
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
import { useState } from 'react';
import { hasErrors } from '#base';
import { type Editor, leaveSubPlan } from '#editor';
import { addPlan } from '../design/changes';
import { Button, IconButton } from '../parts/Button';
import { keyDown } from '../parts/browser';
import { cx } from '../parts/cx';
import { RunControls, RunStatusPill } from '../run/RunControls';
import { goTo } from '../state/address';
import { focusOnCanvas, whenDrawn } from '../state/canvas';
import { openDialog } from '../state/dialogs';
import { useKeyTexts } from '../state/keyBindings';
import {
  useDocument,
  useEditor,
  usePlanView,
  useProblems,
  useScene,
  useSessionState,
} from '../state/session';
import { Mark } from '../surfaces/AppPage';
import planPathStyles from './PlanPath.module.css';
import saveStateStyles from './SaveState.module.css';
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

/** Where one is: workspace, plan, and the boxes that were entered; each a way back. */
function PlanPath() {
  const editor = useEditor();
  const name = useDocument(({ workspace }) => workspace.name || workspace.id);
  const inside = useScene((scene) => scene.inside);
  return (
    <nav aria-label="Path" className={planPathStyles.path}>
      <WorkspaceName
        name={name}
        onRename={(next) => editor.edit({ edit: 'rename-workspace', name: next }, { label: 'Rename' })}
      />
      <Trail />
      <ChevronRight className={planPathStyles.sign} aria-hidden />
      <PlanChoice />
      {inside !== null && <InsidePath inside={inside} />}
    </nav>
  );
}

/** The plans that were left through a SUB_PLAN: each a way back. */
function Trail() {
  const editor = useEditor();
  const trail = usePlanView((view) => view.trail);
  const plans = useDocument(({ workspace }) => workspace.plans);
  return trail.map(({ planId, key }, step) => (
    <span key={key} className={planPathStyles.step}>
      <ChevronRight className={planPathStyles.sign} aria-hidden />
      <button
        type="button"
        className={planPathStyles.name}
        onClick={() => {
          leaveSubPlan(editor, step);
          whenDrawn(() => focusOnCanvas(key));
        }}
      >
        {plans.find(({ id }) => id === planId)?.name ?? planId}
      </button>
    </span>
  ));
}

function WorkspaceName({
  name,
  onRename,
}: {
  readonly name: string;
  readonly onRename: (name: string) => void;
}) {
  const [editing, setEditing] = useState(false);
  if (!editing) {
    return (
      <button
        type="button"
        className={planPathStyles.name}
        data-tip="Rename the workspace"
        onClick={() => setEditing(true)}
      >
        {name}
      </button>
    );
  }
  const finish = (text: string) => {
    setEditing(false);
    if (text.trim() !== '' && text !== name) onRename(text.trim());
  };
  return (
    <input
      className={planPathStyles.input}
      aria-label="Name of the workspace"
      defaultValue={name}
      ref={focusOnce}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={keyDown((event) => {
        if (event.key === 'Enter') finish(event.currentTarget.value);
        if (event.key === 'Escape') setEditing(false);
      })}
    />
  );
}

/** No id of a plan looks like these (W2). */
const NEW = '+';
const NEW_MACHINE = '+machine';

function PlanChoice() {
  const editor = useEditor();
  const plans = useDocument(({ workspace }) => workspace.plans);
  const planId = usePlanView((view) => view.planId);
  const readOnly = useScene((scene) => scene.readOnly);
  const inside = useScene((scene) => scene.inside);
  if (inside !== null) {
    const open = plans.find((plan) => plan.id === planId);
    return (
      <button
        type="button"
        className={cx(planPathStyles.name, planPathStyles.current)}
        onClick={() => leaveBox(editor, inside, null)}
      >
        {open?.name ?? open?.id}
      </button>
    );
  }
  const choose = (value: string): void => {
    if (value === NEW) addPlan(editor);
    else if (value === NEW_MACHINE) addPlan(editor, 'state-machine');
    else editor.openPlan(value);
  };
  return (
    <select
      aria-label="Plan"
      className={cx(planPathStyles.name, planPathStyles.current, planPathStyles.choice)}
      value={planId ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      {plans.map((plan) => (
        <option key={plan.id} value={plan.id}>
          {plan.name ?? plan.id}
        </option>
      ))}
      {plans.length === 0 && <option value="">No plan</option>}
      {!readOnly && <option value={NEW}>New plan…</option>}
      {!readOnly && <option value={NEW_MACHINE}>New state machine…</option>}
    </select>
  );
}

function InsidePath({ inside }: { readonly inside: string }) {
  const editor = useEditor();
  const nodes = useScene((scene) => scene.graph.nodes);
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const path: { key: string; title: string }[] = [];
  for (
    let at = byKey.get(inside);
    at !== undefined;
    at = at.parent === null ? undefined : byKey.get(at.parent)
  ) {
    if (at.lane === null) path.unshift({ key: at.key, title: at.title });
  }
  return path.map(({ key, title }) => (
    <span key={key} className={planPathStyles.step}>
      <ChevronRight className={planPathStyles.sign} aria-hidden />
      <button
        type="button"
        className={cx(planPathStyles.name, planPathStyles.current)}
        onClick={() => leaveBox(editor, inside, key)}
      >
        {title}
      </button>
    </span>
  ));
}

/** Goes out to a box around, or to the plan: what was left has the focus, as by Escape. */
function leaveBox(editor: Editor, inside: string, to: string | null): void {
  editor.enter(to);
  if (to !== inside) whenDrawn(() => focusOnCanvas(inside));
}

/** It appears because its name was pressed. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

/** Says when something is not saved (W6); silent while all is well. */
function SaveState() {
  const saving = useSessionState((state) => state.saving);
  if (saving !== 'failed') return null;
  return <span className={saveStateStyles.failed}>Not saved</span>;
}

/** The last edit back, and forth again. */
export function UndoRedo() {
  const keysFor = useKeyTexts();
  const editor = useEditor();
  const past = useDocument((state) => state.history.past.at(-1)?.label ?? null);
  const future = useDocument((state) => state.history.future.at(-1)?.label ?? null);
  return (
    <>
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
    </>
  );
}

/** How many problems there are, and the way to them (E4). */
export function ProblemsButton() {
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
