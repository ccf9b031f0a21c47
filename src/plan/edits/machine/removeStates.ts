import { own } from '#base';
import { findState, mapStates, stateIds, targetsOf, withStatesOf } from '../../graph/states';

import type { State, StateMachinePlan } from '../../schema/stateMachine';

import type { Place, Workspace } from '../../schema/workspace';
import type { Applied } from '../edit';
import { misfit } from '../refusal';
import { machineChanged, machineToEdit } from './machineChanged';
import type { AnyTransition, RemoveStates } from './machineEdits';
import { labelChange, listOf, listsOf, type Owner, withList } from './transitionLists';

export function removeStates(workspace: Workspace, edit: RemoveStates): Applied {
  const plan = machineToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const wanted = new Set(edit.states);
  const missing = edit.states.find((id) => findState(plan.value, id) === undefined);
  if (missing !== undefined)
    return misfit(`There is no state "${missing}".`, { plan: edit.plan, node: missing });
  const gone = new Set<string>();
  for (const id of wanted) {
    const state = findState(plan.value, id)?.state;
    if (state) for (const inner of stateIds({ states: [state] })) gone.add(inner);
  }
  const layout = own(workspace.layout, plan.value.id) ?? {};
  const relabelled: Record<string, Place> = {};
  const without = (states: readonly State[]): readonly State[] => states.filter(({ id }) => !wanted.has(id));
  let kept: StateMachinePlan = withStatesOf(plan.value, null, without);
  kept = {
    ...kept,
    states: [
      ...mapStates(kept.states, (state) =>
        state.states?.some(({ id }) => wanted.has(id))
          ? { ...state, states: [...without(state.states)] }
          : state,
      ),
    ],
  };
  const forget = <Of extends Owner>(owner: Of, id: string | null): Of => {
    const { owner: next, paths } = forgotten(owner, gone);
    // A label of the machine's own stands with a state whose labels may just have changed.
    Object.assign(relabelled, labelChange({ ...layout, ...relabelled }, id, paths));
    return next;
  };
  const states = mapStates(kept.states, (state) => forget(state, state.id));
  const next = forget({ ...kept, states: [...states] }, null);
  const places: Record<string, Place | null> = { ...relabelled };
  for (const id of gone) if (own(layout, id) !== undefined) places[id] = null;
  return machineChanged(workspace, plan.value, next, places);
}

interface Forgotten<Of> {
  readonly owner: Of;
  /** New paths of its transitions by their old ones; null of one that is gone. */
  readonly paths: ReadonlyMap<string, string | null>;
}

/** What names one of these states goes: of several targets only that one. */
function forgotten<Of extends Owner>(owner: Of, gone: ReadonlySet<string>): Forgotten<Of> {
  const paths = new Map<string, string | null>();
  let next = owner;
  for (const list of listsOf(owner)) {
    const before = listOf(owner, list) ?? [];
    const after: AnyTransition[] = [];
    for (const [index, transition] of before.entries()) {
      const left = withoutTargets(transition, gone);
      paths.set(`${list}/${index}`, left === null ? null : `${list}/${after.length}`);
      if (left !== null) after.push(left);
    }
    if (after.some((one, index) => one !== before[index]) || after.length < before.length)
      next = withList(next, list, after);
  }
  return { owner: withoutNames(next, gone), paths };
}

/** The transition without some of its targets; the same one where it has none of them, null where none is left. */
function withoutTargets(transition: AnyTransition, gone: ReadonlySet<string>): AnyTransition | null {
  const targets = targetsOf(transition);
  const left = targets.filter((id) => !gone.has(id));
  if (left.length === targets.length) return transition;
  const [first, ...more] = left;
  if (first === undefined) return null;
  return { ...transition, target: more.length === 0 ? first : left };
}

function withoutNames<Of extends Owner>(owner: Of, gone: ReadonlySet<string>): Of {
  const names = (key: string, value: unknown): boolean => {
    if (key !== 'initial' && key !== 'defaultNext' && key !== 'target') return false;
    return typeof value === 'string'
      ? gone.has(value)
      : Array.isArray(value) && value.every((id) => gone.has(id));
  };
  const fields = Object.entries(owner);
  if (!fields.some(([key, value]) => names(key, value))) return owner;
  return Object.fromEntries(fields.filter(([key, value]) => !names(key, value))) as Of;
}
