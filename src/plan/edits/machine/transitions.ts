import { type Diagnostic, grouped, jsonOf, ok, own, type Result } from '#base';
import { findState, mapStates } from '../../graph/states';
import { readPlan } from '../../read/read';
import type { State, StateMachinePlan } from '../../schema/stateMachine';
import type { Workspace } from '../../schema/workspace';
import type {
  AddTransition,
  AnyTransition,
  Applied,
  Edit,
  MoveTransition,
  RemoveTransitions,
  UpdateTransition,
} from '../edit';
import { misfit } from '../inPlan';
import {
  labelChange,
  listOf,
  machineChanged,
  machineToEdit,
  readState,
  splitPath,
  withList,
} from './machine';
import { updateState } from './states';

export function addTransition(workspace: Workspace, edit: AddTransition): Applied {
  const { plan, state, list, transition } = edit;
  return changeLists(workspace, plan, state, [
    {
      list,
      change: (before) => {
        const index = edit.index ?? before.length;
        if (index < 0 || index > before.length) return null;
        return placed(before).toSpliced(index, 0, [transition, null]);
      },
    },
  ]);
}

export function removeTransitions(workspace: Workspace, edit: RemoveTransitions): Applied {
  if (edit.transitions.length === 0) return misfit('There is nothing to remove.', { plan: edit.plan });
  const back: Edit[] = [];
  let current = workspace;
  for (const [state, gone] of grouped(edit.transitions, (one) => one.state)) {
    const paths = gone.map(({ path }) => path);
    const done = removeFrom(current, edit.plan, state, paths);
    if (!done.ok) return done;
    current = done.value.workspace;
    back.unshift(done.value.inverse);
  }
  return ok({ workspace: current, inverse: { edit: 'batch', label: 'Restore', edits: back } });
}

function removeFrom(
  workspace: Workspace,
  plan: string,
  state: string | null,
  paths: readonly string[],
): Applied {
  const gone = new Set(paths);
  const inLists = [...gone].filter((path) => path !== '/defaultNext');
  const changes = [...grouped(inLists, (path) => splitPath(path).list)].map(
    ([list, asked]): ListChange => ({
      list,
      change: (before) => {
        const kept = placed(before).filter(([, at]) => !gone.has(`${list}/${at}`));
        return before.length - kept.length === asked.length ? kept : null;
      },
    }),
  );
  const removed = changeLists(workspace, plan, state, changes);
  if (!removed.ok || !gone.has('/defaultNext') || state === null) return removed;
  const machine = machineToEdit(removed.value.workspace, plan);
  const found = machine.ok ? findState(machine.value, state)?.state : undefined;
  if (found?.defaultNext === undefined) return misfit('There is no such transition.', { plan, node: state });
  const { defaultNext: _gone, ...to } = found;
  const without = updateState(removed.value.workspace, { edit: 'update-state', plan, state, to });
  if (!without.ok) return without;
  const edits = [without.value.inverse, removed.value.inverse];
  return ok({ workspace: without.value.workspace, inverse: { edit: 'batch', label: 'Restore', edits } });
}

export function updateTransition(workspace: Workspace, edit: UpdateTransition): Applied {
  const { list, index } = splitPath(edit.path);
  return changeLists(workspace, edit.plan, edit.state, [
    {
      list,
      change: (before) => (index in before ? placed(before).with(index, [edit.to, index]) : null),
    },
  ]);
}

export function moveTransition(workspace: Workspace, edit: MoveTransition): Applied {
  const { list, index } = splitPath(edit.path);
  return changeLists(workspace, edit.plan, edit.state, [
    {
      list,
      change: (before) => {
        const moved = before[index];
        if (moved === undefined || edit.index < 0 || edit.index >= before.length) return null;
        return placed(before).toSpliced(index, 1).toSpliced(edit.index, 0, [moved, index]);
      },
    },
  ]);
}

/** A transition, and its old index in its list; null where it is new. */
type Placed = readonly [transition: AnyTransition, from: number | null];

function placed(transitions: readonly AnyTransition[]): Placed[] {
  return transitions.map((one, at) => [one, at]);
}

/** What a change of one list comes to; null where the list has no such place. */
interface ListChange {
  readonly list: string;
  readonly change: (before: readonly AnyTransition[]) => readonly Placed[] | null;
}

/**
 * Changes lists of transitions of one state, or of the machine itself. Labels follow their transitions.
 */
function changeLists(
  workspace: Workspace,
  planId: string,
  state: string | null,
  changes: readonly ListChange[],
): Applied {
  const plan = machineToEdit(workspace, planId);
  if (!plan.ok) return plan;
  const where = { plan: planId, ...(state === null ? {} : { node: state }) };
  const owner = state === null ? plan.value : findState(plan.value, state)?.state;
  if (owner === undefined) return misfit(`There is no state "${state}".`, where);
  const paths = new Map<string, string | null>();
  let next: State | StateMachinePlan = owner;
  for (const { list, change } of changes) {
    const before = listOf(next, list);
    const after = before === null ? null : change(before);
    if (before === null || after === null) return misfit(`There is no such transition at ${list}.`, where);
    for (const index of before.keys()) paths.set(`${list}/${index}`, null);
    for (const [to, [, from]] of after.entries())
      if (from !== null) paths.set(`${list}/${from}`, `${list}/${to}`);
    next = withList(
      next,
      list,
      after.map(([transition]) => transition),
    );
  }
  const changed = replaced(plan.value, next);
  if (!changed.ok) return changed;
  const layout = own(workspace.layout, planId) ?? {};
  return machineChanged(workspace, plan.value, changed.value, labelChange(layout, state, paths));
}

function replaced(
  plan: StateMachinePlan,
  owner: State | StateMachinePlan,
): Result<StateMachinePlan, Diagnostic> {
  if ('kind' in owner) {
    const read = readPlan(jsonOf(owner));
    if (!read.ok)
      return misfit(read.problem[0]?.message ?? 'The transition is not valid.', { plan: plan.id });
    return read.value.kind === 'state-machine' ? ok(read.value) : misfit('This is not a state machine.');
  }
  const read = readState(owner, plan.id);
  if (!read.ok) return read;
  return ok({ ...plan, states: mapStates(plan.states, (one) => (one.id === owner.id ? read.value : one)) });
}
