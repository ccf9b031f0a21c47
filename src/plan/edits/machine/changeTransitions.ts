import { type Diagnostic, type Json, ok, own, type Result } from '#base';
import { findState, mapStates } from '../../graph/states';
import { readPlan } from '../../read/read';
import type { State, StateMachinePlan } from '../../schema/stateMachine';

import type { Workspace } from '../../schema/workspace';
import type { Applied } from '../edit';
import { misfit } from '../refusal';
import { machineChanged, machineToEdit, readState } from './machineChanged';
import type { AnyTransition } from './machineEdits';
import { labelChange, listOf, withList } from './transitionLists';

/** What a change of one list comes to: its transitions, and the new path of each old one. */
export interface ListChange {
  readonly list: string;
  readonly change: (
    before: readonly AnyTransition[],
  ) => readonly (readonly [AnyTransition, number | null])[] | null;
}

/**
 * Changes lists of transitions of one state, or of the machine itself. Labels follow their transitions.
 *
 * @param changes for each list its new transitions, each with its old index, or null where it is new
 */
export function changeLists(
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
    const read = readPlan(JSON.parse(JSON.stringify(owner)) as Json);
    if (!read.ok)
      return misfit(read.problem[0]?.message ?? 'The transition is not valid.', { plan: plan.id });
    return read.value.kind === 'state-machine' ? ok(read.value) : misfit('This is not a state machine.');
  }
  const read = readState(owner, plan.id);
  if (!read.ok) return read;
  return ok({
    ...plan,
    states: [...mapStates(plan.states, (one) => (one.id === owner.id ? read.value : one))],
  });
}
