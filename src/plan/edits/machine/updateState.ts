import { own } from '#base';
import { findState, mapStates, stateIds } from '../../graph/states';
import type { Place, Workspace } from '../../schema/workspace';
import type { Applied } from '../edit';
import { misfit } from '../refusal';
import { machineChanged, machineToEdit, readState } from './machineChanged';
import type { UpdateState } from './machineEdits';
import { renamedState } from './renamedState';

export function updateState(workspace: Workspace, edit: UpdateState): Applied {
  const plan = machineToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const where = { plan: edit.plan, node: edit.state };
  const found = findState(plan.value, edit.state);
  if (found === undefined) return misfit(`There is no state "${edit.state}".`, where);
  const to = readState(edit.to, edit.plan);
  if (!to.ok) return to;
  const inside = stateIds({ states: [found.state] });
  const outside = [...stateIds(plan.value)].filter((id) => !inside.has(id));
  const all = [...outside, ...namesIn(to.value)];
  const clash = all.find((id, at) => all.indexOf(id) !== at);
  if (clash !== undefined) return misfit(`There is a state "${clash}" already.`, where);
  const states = mapStates(plan.value.states, (state) => (state.id === edit.state ? to.value : state));
  const next = { ...plan.value, states: [...states] };
  const { id } = to.value;
  if (id === edit.state) return machineChanged(workspace, plan.value, next);
  const place: Place | undefined = own(own(workspace.layout, plan.value.id) ?? {}, edit.state);
  const places = place === undefined ? {} : { [edit.state]: null, [id]: place };
  return machineChanged(workspace, plan.value, renamedState(next, edit.state, id), places);
}

function namesIn(state: UpdateState['to']): readonly string[] {
  return [state.id, ...(state.states ?? []).flatMap(namesIn)];
}
