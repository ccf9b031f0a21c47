import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { leaveSubPlan } from '#editor';
import { addPlan } from '../library/plans';
import { cx } from '../parts/cx';
import { keyDown } from '../parts/keyDown';
import { useDocument, useEditor, usePlanView, useScene } from '../state/session';
import styles from './PlanPath.module.css';

/** Where one is: workspace, plan, and the boxes that were entered; each a way back. */
export function PlanPath() {
  const editor = useEditor();
  const name = useDocument(({ workspace }) => workspace.name || workspace.id);
  const inside = useScene((scene) => scene.inside);
  return (
    <nav aria-label="Path" className={styles.path}>
      <WorkspaceName
        name={name}
        onRename={(next) => editor.edit({ edit: 'rename-workspace', name: next }, { label: 'Rename' })}
      />
      <Trail />
      <ChevronRight className={styles.sign} aria-hidden />
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
    <span key={key} className={styles.step}>
      <ChevronRight className={styles.sign} aria-hidden />
      <button type="button" className={styles.name} onClick={() => leaveSubPlan(editor, step)}>
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
        className={styles.name}
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
      className={styles.input}
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
      <button type="button" className={cx(styles.name, styles.current)} onClick={() => editor.enter(null)}>
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
      className={cx(styles.name, styles.current, styles.choice)}
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
    <span key={key} className={styles.step}>
      <ChevronRight className={styles.sign} aria-hidden />
      <button type="button" className={cx(styles.name, styles.current)} onClick={() => editor.enter(key)}>
        {title}
      </button>
    </span>
  ));
}

/** It appears because its name was pressed. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
