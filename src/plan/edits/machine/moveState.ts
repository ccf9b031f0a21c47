import { findState, stateIds, withStatesOf } from '../../graph/states';
import type { Workspace } from '../../schema/workspace';
import type { Applied } from '../edit';
import { misfit } from '../refusal';
import { machineChanged, machineToEdit } from './machineChanged';
import type { MoveState } from './machineEdits';

export function moveState(workspace: Workspace, edit: MoveState): Applied {
  const plan = machineToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const where = { plan: edit.plan, node: edit.state };
  const found = findState(plan.value, edit.state);
  if (found === undefined) return misfit(`There is no state "${edit.state}".`, where);
  if (edit.into !== null && stateIds({ states: [found.state] }).has(edit.into))
    return misfit('A state cannot be moved into itself.', where);
  const holder = edit.into === null ? plan.value : findState(plan.value, edit.into)?.state;
  if (holder === undefined) return misfit(`There is no state "${edit.into}".`, where);
  const others = (holder.states ?? []).filter(({ id }) => id !== edit.state);
  const index = edit.index ?? others.length;
  if (index < 0 || index > others.length) return misfit(`There is no place ${index} in it.`, where);
  const taken = withStatesOf(plan.value, found.parent, (states) =>
    states.filter(({ id }) => id !== edit.state),
  );
  const next = withStatesOf(taken, edit.into, (states) => states.toSpliced(index, 0, found.state));
  return machineChanged(workspace, plan.value, next);
}
