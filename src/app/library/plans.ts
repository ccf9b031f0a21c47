import type { Editor } from '#editor';
import type { Plan } from '#plan';
import { say } from '../parts/Toasts';
import { sayProblems } from '../state/sayTrouble';
import type { Session } from '../state/session';
import { BLANK_LAYOUT, blankMachine, blankPlan, freeId } from './placeWorkspace';

/** Adds a plan that begins and ends, a graph or a state machine, and opens it. */
export function addPlan(editor: Editor, kind: Plan['kind'] = 'capability'): void {
  const isMachine = kind === 'state-machine';
  const { plans } = editor.workspace;
  const id = freeId(
    isMachine ? 'machine' : plans.length === 0 ? 'main' : 'plan',
    new Set(plans.map((plan) => plan.id)),
  );
  const names = new Set(plans.map((plan) => plan.name));
  const first = isMachine ? 'New state machine' : 'New plan';
  let name = first;
  for (let number = 2; names.has(name); number++) name = `${first} ${number}`;
  const done = editor.edit(
    {
      edit: 'add-plan',
      plan: isMachine ? blankMachine(id, name) : blankPlan(id, name),
      layout: BLANK_LAYOUT,
    },
    { label: 'Add plan' },
  );
  if (done.ok) editor.openPlan(id);
}

/** Removes a plan; another is open then. It can be undone, and says so. */
export function removePlan({ editor, closed }: Session, plan: Plan): void {
  const { plans } = editor.workspace;
  const at = plans.findIndex(({ id }) => id === plan.id);
  const next = plans[at + 1] ?? plans[at - 1];
  const done = editor.edit({ edit: 'remove-plan', plan: plan.id }, { label: 'Remove plan' });
  if (!done.ok) {
    sayProblems([done.problem]);
    return;
  }
  if (next !== undefined) editor.openPlan(next.id);
  say({
    tone: 'info',
    text: `“${plan.name ?? plan.id}” was removed.`,
    action: { label: 'Undo', run: () => editor.undo() },
    until: closed,
  });
}
