import { type Diagnostic, jsonOf, setAt } from '#base';
import { type Editor, updateNode } from '#editor';
import { type Edit, type Plan, type PlanChanges, readNode, renameVariable, type Variable } from '#plan';
import type { Change, Path, Refusal } from '../forms/form';
import { BLANK_LAYOUT, blankMachine, blankPlan, freeId } from '../library/placeWorkspace';
import { say } from '../parts/Toasts';
import { sayProblems } from '../state/sayTrouble';
import type { Session } from '../state/session';

/** Changes one field of a node; typing in one field is one step of undo. What the document cannot hold is refused. */
export function nodeChange(editor: Editor, key: string): Change {
  return (path, value) => {
    let refusal: Refusal = null;
    const change: Parameters<typeof updateNode>[2] = (node) => {
      const read = readNode(setAt(jsonOf(node), path, value));
      if (read.ok) return read.value;
      refusal = nearestTo(path, read.problem);
      return null;
    };
    updateNode(editor, key, change, { label: 'Change', gesture: gestureOf(key, path) });
    return refusal;
  };
}

/** Changes one field of a plan besides its nodes and edges. */
export function planChange(editor: Editor, planId: string): Change {
  return (path, value) => {
    const plan = editor.workspace.plans.find(({ id }) => id === planId);
    const [field] = path;
    if (plan === undefined || typeof field !== 'string') return null;
    const renaming = renamingOf(plan, path, value);
    if (renaming !== null) {
      const renamed = editor.edit(renaming, { label: 'Rename variable' });
      return renamed.ok ? null : renamed.problem;
    }
    const next = setAt(jsonOf(plan), path, value);
    // The edit reads the whole plan anew, and refuses what is none.
    const to = { [field]: next[field] ?? null } as PlanChanges;
    const done = editor.edit(
      { edit: 'update-plan', plan: planId, to },
      { label: 'Change plan', gesture: gestureOf(`plan:${planId}`, path) },
    );
    return done.ok ? null : done.problem;
  };
}

/** A variable that gets another name keeps it wherever the plan reads or writes it; null for every other change. */
function renamingOf(plan: Plan, [field, index, what]: Path, to: unknown): Edit | null {
  if (field !== 'variables' || what !== 'id' || typeof index !== 'number' || typeof to !== 'string')
    return null;
  if (plan.variables === 'open') return null;
  const from = plan.variables[index]?.id;
  return from === undefined ? null : renameVariable(plan, from, to);
}

function gestureOf(what: string, path: Path): string {
  return `${what}:${path.join('/')}`;
}

function nearestTo(path: Path, problems: readonly Diagnostic[]): Refusal {
  const pointer = `/${path.join('/')}`;
  return problems.find(({ where }) => where.field?.startsWith(pointer)) ?? problems[0] ?? null;
}

/** Where the fields of what plans share are (`FieldMark`): no plan has an id with a "#". */
export function itemPath(session: string): string {
  return `${session}#`;
}

const FIRST: readonly Variable['scope'][] = ['OUT', 'INTERNAL', 'IN'];

/** Variables whose value may be given back, what is meant for it first. */
export function givenNames(variables: readonly Variable[] | 'open' | undefined): readonly string[] {
  if (variables === undefined || variables === 'open') return [];
  return variables
    .toSorted((one, other) => FIRST.indexOf(one.scope) - FIRST.indexOf(other.scope))
    .map(({ id }) => id);
}

/** The template that gives the value of a variable as it is (V3); an empty one where there is no such variable. */
export function templateOf(name: string, names: readonly string[]): string {
  return names.includes(name) ? `{{ ${name} }}` : '';
}

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
