import type { Editor } from '#editor';
import type { Plan } from '#plan';
import { say } from '../parts/Toasts';
import { sayProblems } from '../state/sayTrouble';
import { BLANK_LAYOUT, blankPlan } from './blankWorkspace';
import { freeId } from './keepWorkspace';

/** Adds a plan that begins and ends, and opens it. */
export function addPlan(editor: Editor): void {
  const { plans } = editor.workspace;
  const id = freeId(plans.length === 0 ? 'main' : 'plan', new Set(plans.map((plan) => plan.id)));
  const names = new Set(plans.map((plan) => plan.name));
  let name = 'New plan';
  for (let number = 2; names.has(name); number++) name = `New plan ${number}`;
  const done = editor.edit(
    { edit: 'add-plan', plan: blankPlan(id, name), layout: BLANK_LAYOUT },
    { label: 'Add plan' },
  );
  if (done.ok) editor.openPlan(id);
}

/** Removes a plan; another is open then. It can be undone, and says so. */
export function removePlan(editor: Editor, plan: Plan): void {
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
  });
}
