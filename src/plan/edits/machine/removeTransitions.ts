import { ok } from '#base';
import { findState } from '../../graph/states';
import type { Workspace } from '../../schema/workspace';
import type { Applied, Edit } from '../edit';
import { misfit } from '../refusal';
import { changeLists } from './changeTransitions';
import { machineToEdit } from './machineChanged';
import type { RemoveTransitions } from './machineEdits';
import { splitPath } from './transitionLists';
import { updateState } from './updateState';

export function removeTransitions(workspace: Workspace, edit: RemoveTransitions): Applied {
  if (edit.transitions.length === 0) return misfit('There is nothing to remove.', { plan: edit.plan });
  const back: Edit[] = [];
  let current = workspace;
  for (const [state, paths] of byState(edit)) {
    const done = removeFrom(current, edit.plan, state, paths);
    if (!done.ok) return done;
    current = done.value.workspace;
    back.unshift(done.value.inverse);
  }
  return ok({ workspace: current, inverse: { edit: 'batch', label: 'Restore', edits: back } });
}

function byState({ transitions }: RemoveTransitions): ReadonlyMap<string | null, readonly string[]> {
  const found = new Map<string | null, string[]>();
  for (const { state, path } of transitions) {
    const list = found.get(state);
    if (list) list.push(path);
    else found.set(state, [path]);
  }
  return found;
}

function removeFrom(
  workspace: Workspace,
  plan: string,
  state: string | null,
  paths: readonly string[],
): Applied {
  const gone = new Set(paths);
  const lists = [
    ...new Set(paths.filter((path) => path !== '/defaultNext').map((path) => splitPath(path).list)),
  ];
  const removed = changeLists(
    workspace,
    plan,
    state,
    lists.map((list) => ({
      list,
      change: (before) => {
        const kept = before
          .map((one, at) => [one, at] as const)
          .filter(([, at]) => !gone.has(`${list}/${at}`));
        const asked = paths.filter((path) => path !== '/defaultNext' && splitPath(path).list === list);
        return before.length - kept.length === new Set(asked).size ? kept : null;
      },
    })),
  );
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
