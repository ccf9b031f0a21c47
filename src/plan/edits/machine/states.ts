import { isJsonObject, type Json, type JsonObject, own } from '#base';
import { holesIn } from '../../expressions/template';
import { findState, mapStates, stateIds, targetsOf, withStatesOf } from '../../graph/states';
import { readPlan } from '../../read/read';
import type { State, StateMachinePlan } from '../../schema/stateMachine';
import type { Place, Workspace } from '../../schema/workspace';
import type { AddState, AnyTransition, Applied, MoveState, RemoveStates, UpdateState } from '../edit';
import { misfit } from '../inPlan';
import { machineChanged, machineToEdit, readState } from './machineChanged';
import { labelChange, listOf, listsOf, type Owner, withList } from './transitionLists';

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

/** Fields whose text is CEL, and those whose values are. */
const EXPRESSIONS: ReadonlySet<string> = new Set(['when', 'ms']);
const RECORDS_OF_EXPRESSIONS: ReadonlySet<string> = new Set(['values']);
/** Fields that name a state, or several. */
const NAMES: ReadonlySet<string> = new Set(['initial', 'target', 'defaultNext']);

/**
 * The machine with every reference to a state under its new id: initial states, targets, `inState(…)` in conditions,
 * and `results` in expressions and templates. The state itself has its new id already.
 */
export function renamedState(plan: StateMachinePlan, from: string, to: string): StateMachinePlan {
  const json = JSON.parse(JSON.stringify(plan)) as JsonObject;
  const read = readPlan(inObject(json, { from, to }));
  return read.ok && read.value.kind === 'state-machine' ? read.value : plan;
}

interface Renaming {
  readonly from: string;
  readonly to: string;
}

function inObject(object: JsonObject, name: Renaming): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, inField(key, value, name)]));
}

function inField(key: string, value: Json, name: Renaming): Json {
  if (key === 'source' || key === 'meta') return value;
  if (NAMES.has(key)) return inNames(value, name);
  if (typeof value === 'string')
    return EXPRESSIONS.has(key) ? inExpression(value, name) : inTemplate(value, name);
  const isRecord = RECORDS_OF_EXPRESSIONS.has(key) || (key === 'output' && isRecordOfText(value));
  if (isRecord && isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([variable, text]) => [
        variable,
        typeof text === 'string' ? inExpressionOrTemplate(text, name) : text,
      ]),
    );
  }
  return inside(value, name);
}

function inside(value: Json, name: Renaming): Json {
  if (typeof value === 'string') return inTemplate(value, name);
  if (Array.isArray(value)) return value.map((item: Json) => inside(item, name));
  return isJsonObject(value) ? inObject(value, name) : value;
}

function isRecordOfText(value: Json): boolean {
  return isJsonObject(value) && Object.values(value).every((text) => typeof text === 'string');
}

function inNames(value: Json, { from, to }: Renaming): Json {
  if (Array.isArray(value)) return value.map((id: Json) => (id === from ? to : id));
  return value === from ? to : value;
}

/** `output` is CEL in an invocation, a template in a final state. */
function inExpressionOrTemplate(text: string, name: Renaming): string {
  return text.includes('{{') ? inTemplate(text, name) : inExpression(text, name);
}

function inTemplate(text: string, name: Renaming): string {
  if (!text.includes('{{')) return text;
  const pieces = holesIn(text);
  if (!pieces.ok) return text;
  return pieces.value
    .map((piece) => (typeof piece === 'string' ? piece : `{{${inExpression(piece.source, name)}}}`))
    .join('');
}

function inExpression(source: string, { from, to }: Renaming): string {
  const id = from.replaceAll('-', '\\-');
  return source
    .replace(
      new RegExp(`(\\binState\\(\\s*)(["'])${id}\\2`, 'g'),
      (_all, open, quote) => `${open}${quote}${to}${quote}`,
    )
    .replace(
      new RegExp(`(\\bresults\\[\\s*)(["'])${id}\\2`, 'g'),
      (_all, open, quote) => `${open}${quote}${to}${quote}`,
    )
    .replace(new RegExp(`\\bresults\\.${id}(?![\\w])`, 'g'), () => member(to));
}

/** A name with a hyphen would be read as a difference. */
function member(id: string): string {
  return /^\w+$/.test(id) ? `results.${id}` : `results["${id}"]`;
}
