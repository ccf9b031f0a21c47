import { findState, stateIds, withStatesOf } from '../../graph/states';
import type { Workspace } from '../../schema/workspace';
import type { Applied } from '../edit';
import { misfit } from '../refusal';
import { machineChanged, machineToEdit, readState } from './machineChanged';
import type { AddState } from './machineEdits';

export function addState(workspace: Workspace, edit: AddState): Applied {
  const plan = machineToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const where = { plan: edit.plan, node: edit.state.id };
  const holder = edit.into === null ? undefined : findState(plan.value, edit.into)?.state;
  if (edit.into !== null && holder === undefined) return misfit(`There is no state "${edit.into}".`, where);
  const state = readState(edit.state, edit.plan);
  if (!state.ok) return state;
  const added = [...stateIds({ states: [state.value] })];
  const taken = stateIds(plan.value);
  const clash = added.find((id, at) => taken.has(id) || added.indexOf(id) !== at);
  if (clash !== undefined) return misfit(`There is a state "${clash}" already.`, where);
  const siblings = (holder ?? plan.value).states ?? [];
  const index = edit.index ?? siblings.length;
  if (index < 0 || index > siblings.length) return misfit(`There is no place ${index} in it.`, where);
  const next = withStatesOf(plan.value, edit.into, (states) => states.toSpliced(index, 0, state.value));
  return machineChanged(
    workspace,
    plan.value,
    next,
    edit.place === undefined ? {} : { [state.value.id]: edit.place },
  );
}
