import type { ASTNode } from '@marcbachmann/cel-js';
import { type Json, jsonOf, own } from '#base';
import { compileCondition } from '../../expressions/condition';
import { allParts, readsOf } from '../../expressions/references';
import { withHoles } from '../../expressions/template';
import type { Field } from '../../fields/fields';
import { changedWithin, fieldsOfOwner } from '../../graph/fieldsOf';
import {
  allStates,
  findState,
  mapStates,
  type PlacedState,
  placedStates,
  stateIds,
  targetsOf,
  withStatesOf,
} from '../../graph/states';
import { readPlan } from '../../read/read';
import type { State, StateMachinePlan } from '../../schema/stateMachine';
import type { Place, Workspace } from '../../schema/workspace';
import type { AddState, AnyTransition, Applied, MoveState, RemoveStates, UpdateState } from '../edit';
import { misfit } from '../inPlan';
import {
  labelChange,
  listOf,
  listsOf,
  machineChanged,
  machineToEdit,
  type Owner,
  readState,
  withList,
} from './machine';

export function addState(workspace: Workspace, edit: AddState): Applied {
  const plan = machineToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const where = { plan: edit.plan, node: edit.state.id };
  const holder = edit.into === null ? undefined : findState(plan.value, edit.into)?.state;
  if (edit.into !== null && holder === undefined) return misfit(`There is no state "${edit.into}".`, where);
  const state = readState(edit.state, edit.plan);
  if (!state.ok) return state;
  const added = idsIn(state.value);
  const taken = stateIds(plan.value);
  const clash = added.find((id, at) => taken.has(id) || added.indexOf(id) !== at);
  if (clash !== undefined) return misfit(`There is a state "${clash}" already.`, where);
  const siblings = (holder ?? plan.value).states ?? [];
  const index = edit.index ?? siblings.length;
  if (index < 0 || index > siblings.length) return misfit(`There is no place ${index} in it.`, where);
  const next = withStatesOf(plan.value, edit.into, (states) => states.toSpliced(index, 0, state.value));
  const places = edit.place === undefined ? {} : { [state.value.id]: edit.place };
  return machineChanged(workspace, plan.value, next, places);
}

export function removeStates(workspace: Workspace, edit: RemoveStates): Applied {
  const plan = machineToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const wanted = new Set(edit.states);
  const missing = edit.states.find((id) => findState(plan.value, id) === undefined);
  if (missing !== undefined)
    return misfit(`There is no state "${missing}".`, { plan: edit.plan, node: missing });
  const placed = [...placedStates(plan.value.states)];
  const isGone = ({ state, path }: PlacedState): boolean => [...path, state.id].some((id) => wanted.has(id));
  const gone = new Set(placed.filter(isGone).map(({ state }) => state.id));
  const layout = own(workspace.layout, plan.value.id) ?? {};
  const relabelled: Record<string, Place> = {};
  const without = (states: readonly State[]): State[] => states.filter(({ id }) => !wanted.has(id));
  const kept = mapStates(without(plan.value.states), (state) =>
    state.states?.some(({ id }) => wanted.has(id)) ? { ...state, states: without(state.states) } : state,
  );
  const forget = <Of extends Owner>(owner: Of, id: string | null): Of => {
    const { owner: next, paths } = forgotten(owner, gone);
    // A label of the machine's own stands with a state whose labels may just have changed.
    Object.assign(relabelled, labelChange({ ...layout, ...relabelled }, id, paths));
    return next;
  };
  const states = mapStates(kept, (state) => forget(state, state.id));
  const next = forget({ ...plan.value, states }, null);
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

/** Without what the owner itself names, its transitions aside: where it begins, where a history leads, what is next by default. */
function withoutNames<Of extends Owner>(owner: Of, gone: ReadonlySet<string>): Of {
  const named = new Set(
    fieldsOfOwner(owner).flatMap(({ is, value, path }) =>
      is === 'state' && gone.has(String(value)) ? (/^\/(\w+)(?:\/\d+)?$/.exec(path)?.[1] ?? []) : [],
    ),
  );
  if (named.size === 0) return owner;
  return Object.fromEntries(
    Object.entries(owner).flatMap(([key, value]) => {
      if (!named.has(key)) return [[key, value]];
      const left = Array.isArray(value) ? value.filter((id) => !gone.has(id)) : [];
      return left.length === 0 ? [] : [[key, left]];
    }),
  ) as Of;
}

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
  const all = [...outside, ...idsIn(to.value)];
  const clash = all.find((id, at) => all.indexOf(id) !== at);
  if (clash !== undefined) return misfit(`There is a state "${clash}" already.`, where);
  const states = mapStates(plan.value.states, (state) => (state.id === edit.state ? to.value : state));
  const next = { ...plan.value, states };
  const { id } = to.value;
  if (id === edit.state) return machineChanged(workspace, plan.value, next);
  const place: Place | undefined = own(own(workspace.layout, plan.value.id) ?? {}, edit.state);
  const places = place === undefined ? {} : { [edit.state]: null, [id]: place };
  return machineChanged(workspace, plan.value, renamedState(next, edit.state, id), places);
}

/** The ids of a state and of those inside it, each as often as it is there. */
function idsIn(state: State): readonly string[] {
  return [...allStates([state])].map(({ id }) => id);
}

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

/**
 * The machine with every reference to a state under its new id, as the roles of its fields say where there are any: what names
 * a state, `inState(…)` in conditions, `results` in expressions and templates. The state itself has its new id already.
 */
export function renamedState(plan: StateMachinePlan, from: string, to: string): StateMachinePlan {
  const name: Renaming = { from, to };
  const read = readPlan(jsonOf(changedWithin(plan, (field) => inField(field, name))));
  return read.ok && read.value.kind === 'state-machine' ? read.value : plan;
}

interface Renaming {
  readonly from: string;
  readonly to: string;
}

function inField({ is, value }: Field, name: Renaming): Json {
  switch (is) {
    case 'state':
      return value === name.from ? name.to : value;
    case 'cel':
    case 'condition':
      return inExpression(String(value), name);
    case 'template':
      return withHoles(value, (source) => inExpression(source, name));
    default:
      return value;
  }
}

/** One that cannot be read stays as it is: a problem says so. */
function inExpression(source: string, { from, to }: Renaming): string {
  const read = compileCondition(source);
  if (!read.ok) return source;
  const { tree } = read.value;
  const results = new Set(readsOf(tree, 'results'));
  let text = source;
  for (const part of [...allParts(tree)].toSorted((one, other) => other.range.start - one.range.start)) {
    const [start, end, written] = namedBy(part, from, to, results) ?? [0, 0, ''];
    text = `${text.slice(0, start)}${written}${text.slice(end)}`;
  }
  return text;
}

/** Where a part of an expression names the state, and what stands there under its new id. */
function namedBy(
  part: ASTNode,
  from: string,
  to: string,
  results: ReadonlySet<number>,
): readonly [start: number, end: number, written: string] | null {
  if (part.op === 'call') {
    const [called, [id]] = part.args;
    return called === 'inState' && id?.op === 'value' && id.args === from ? quotedAt(id, to) : null;
  }
  if (part.op !== '.' && part.op !== '.?' && part.op !== '[]' && part.op !== '[?]') return null;
  const [left, key] = part.args;
  if (left.op !== 'id' || !results.has(left.range.start)) return null;
  if (typeof key !== 'string') return key.op === 'value' && key.args === from ? quotedAt(key, to) : null;
  if (key !== from) return null;
  const optional = part.op === '.?' ? '?' : '';
  // A name with a hyphen would be read as a difference.
  const member = /^\w+$/.test(to) ? `.${optional}${to}` : `[${optional}${JSON.stringify(to)}]`;
  return [left.range.end, part.range.end, member];
}

/** In the quotes that are there. */
function quotedAt({ range, input }: ASTNode, id: string): readonly [number, number, string] {
  const quote = input[range.start] === "'" ? "'" : '"';
  return [range.start, range.end, `${quote}${id}${quote}`];
}
