import { mintId, nearest } from '#base';
import type { Edit } from '../edits/edit';
import { newState } from '../gestures/node';
import { invocationsOf } from '../graph/calls';
import { findState, hears, placedStates, stateIds, targetsOf, transitionsOf } from '../graph/states';
import { isFinal, isHistory } from '../rules/machine/machineSubject';
import type { State, StateMachinePlan } from '../schema/stateMachine';
import { type Alternatives, changeFields, type Faulty, type Fixer, fixOf, valueAt } from './fix';
import { misspelt } from './nameFixes';

/** Fixes for state machines: where transitions lead, what is reached, what is entered first. */
export const MACHINE_FIXES: Readonly<Record<string, Fixer>> = {
  INITIAL_UNKNOWN: (faulty) => [...misspelt(statesInside)(faulty), firstState(faulty)],
  TARGET_UNKNOWN: ofMachine(unknownTarget),
  STATE_UNREACHABLE: ofMachine(reachedState),
  NO_FINAL_STATE: ofMachine(ended),
  MACHINE_EMPTY: ofMachine(filled),
  DELAY_UNKNOWN: misspelt(({ plan }) => namesIn(plan, 'delays'), '/delay'),
  INVOCATION_UNKNOWN: misspelt(({ plan }) => invocationsIn(plan)),
  STATE_UNKNOWN: ofMachine((plan, faulty) => [askedName(faulty, stateIds(plan))]),
  GUARD_UNKNOWN: ofMachine((plan, faulty) => [askedName(faulty, namesIn(plan, 'guards'))]),
  DUPLICATE_ID: ofMachine(renamed),
};

function ofMachine(fixes: (plan: StateMachinePlan, faulty: Faulty) => readonly Alternatives[]): Fixer {
  return (faulty) => (faulty.plan.kind === 'state-machine' ? fixes(faulty.plan, faulty) : []);
}

function ownStates({ plan, diagnostic: { where } }: Faulty): readonly State[] {
  if (plan.kind !== 'state-machine') return [];
  return (where.node === undefined ? plan.states : findState(plan, where.node)?.state.states) ?? [];
}

function statesInside(faulty: Faulty): readonly string[] {
  return ownStates(faulty).map(({ id }) => id);
}

/** Without a name the first state that can be entered is the initial one. */
function firstState(faulty: Faulty): Alternatives {
  const first = ownStates(faulty).find((state) => !isHistory(state));
  if (first === undefined) return [];
  return changeFields(faulty, `Start from “${nameOf(first)}”`, ['/initial', first.id]);
}

/** The nearest state, a state of that name, or no transition. */
function unknownTarget(plan: StateMachinePlan, faulty: Faulty): readonly Alternatives[] {
  const { node: owner, field = '' } = faulty.diagnostic.where;
  const known = stateIds(plan);
  const value = valueAt(faulty);
  const targets = targetsOf({ target: typeof value === 'string' ? value : listOfNames(value) });
  const unknown = targets.filter((one) => !known.has(one));
  const [name, another] = unknown;
  if (name === undefined || another !== undefined) return [];
  const meant = nearest(name, known);
  const led = targets.map((one) => (one === name && meant !== null ? meant : one));
  const parent = owner === undefined ? null : (findState(plan, owner)?.parent ?? null);
  const add: Edit = { edit: 'add-state', plan: plan.id, into: parent, state: { id: name } };
  return [
    meant === null
      ? []
      : changeFields(faulty, `Lead it to “${titleOf(plan, meant)}”`, [
          field,
          typeof value === 'string' ? meant : led,
        ]),
    [fixOf(`Add the state “${name}”`, add)],
    withoutTransition(plan, faulty),
  ];
}

function listOfNames(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function withoutTransition(plan: StateMachinePlan, faulty: Faulty): Alternatives {
  const { node: state = null, field = '' } = faulty.diagnostic.where;
  if (field === '/defaultNext')
    return changeFields(faulty, 'Remove the default transition', [field, undefined]);
  const path = field.replace(/\/target$/, '');
  if (path === '') return changeFields(faulty, 'Remove the target', [field, undefined]);
  const remove: Edit = { edit: 'remove-transitions', plan: plan.id, transitions: [{ state, path }] };
  return [fixOf('Remove the transition', remove)];
}

/** A transition leads to it from a state that leads nowhere yet, else from any beside it; or it is deleted. */
function reachedState(plan: StateMachinePlan, { diagnostic }: Faulty): readonly Alternatives[] {
  const placed = findState(plan, diagnostic.where.node ?? '');
  if (placed === undefined) return [];
  const { state, parent } = placed;
  const beside = [...placedStates(plan.states)]
    .filter((one) => one.parent === parent && one.state.id !== state.id && canLead(one.state))
    .map((one) => one.state);
  const leading = beside.toSorted((a, b) => transitionsOf(a).length - transitionsOf(b).length);
  const remove: Edit = { edit: 'remove-states', plan: plan.id, states: [state.id] };
  const inside = (state.states?.length ?? 0) > 0 ? ' and what is in it' : '';
  return [
    leading.map((from) => fixOf(`Lead from “${nameOf(from)}” to it`, transition(plan, from, state.id))),
    [fixOf(`Delete “${nameOf(state)}”${inside}`, remove)],
  ];
}

/** A state of the machine itself that leads nowhere ends it; else a final state is added after the last. */
function ended(plan: StateMachinePlan): readonly Alternatives[] {
  const able = plan.states.filter(canLead);
  const [idle, another] = able.filter(
    (state) => transitionsOf(state).length === 0 && Object.keys(state).every((key) => PLAIN.has(key)),
  );
  if (idle !== undefined && another === undefined && able.length > 1) {
    const to: State = { ...idle, type: 'final' };
    const edit: Edit = { edit: 'update-state', plan: plan.id, state: idle.id, to };
    return [[fixOf(`Make “${nameOf(idle)}” final`, edit)]];
  }
  const state = newState('final', stateIds(plan));
  const add: Edit = { edit: 'add-state', plan: plan.id, into: null, state };
  // After the last that is reached, else the new one is not reached either.
  return [
    able
      .toReversed()
      .map((from) =>
        fixOf(`Add a final state after “${nameOf(from)}”`, add, transition(plan, from, state.id)),
      ),
  ];
}

/** What a state may have and do nothing. */
const PLAIN: ReadonlySet<string> = new Set(['id', 'type', 'name', 'description', 'meta', 'tags', 'source']);

/** A first state; in the machine itself with a final one, so that it can end. */
function filled(plan: StateMachinePlan, { diagnostic: { where } }: Faulty): readonly Alternatives[] {
  const ids = stateIds(plan);
  const first = newState('atomic', ids);
  const into = where.node ?? null;
  const add: Edit = { edit: 'add-state', plan: plan.id, into, index: 0, state: first };
  if (into !== null || plan.states.length > 0) return [[fixOf('Add a state', add)]];
  const last = newState('final', ids.add(first.id));
  const end: Edit = { edit: 'add-state', plan: plan.id, into, state: last };
  return [[fixOf('Add a first and a final state', add, end, transition(plan, first, last.id))]];
}

function transition(plan: StateMachinePlan, from: State, target: string): Edit {
  const heard = (from.on ?? []).map(({ event }) => event);
  let event = 'next';
  for (let number = 2; heard.some((one) => hears(one, event)) && number < 1_000; number++)
    event = `next.${number}`;
  const transition = { event, target };
  return { edit: 'add-transition', plan: plan.id, state: from.id, list: '/on', transition };
}

function canLead(state: State): boolean {
  return !isFinal(state) && !isHistory(state);
}

/** The name in a condition that nothing has, in its quotes. */
function askedName(faulty: Faulty, known: Iterable<string>): Alternatives {
  const { field = '', offset = 0 } = faulty.diagnostic.where;
  const text = valueAt(faulty);
  if (typeof text !== 'string') return [];
  const [quoted, name = ''] = /^["']([^"'\\]*)["']/.exec(text.slice(offset)) ?? [];
  const meant = quoted === undefined ? null : nearest(name, known);
  if (quoted === undefined || meant === null) return [];
  const rest = text.slice(offset + quoted.length);
  const next = `${text.slice(0, offset)}${quoted.replace(name, () => meant)}${rest}`;
  return changeFields(faulty, `Use “${meant}”`, [field, next]);
}

function renamed(_plan: StateMachinePlan, faulty: Faulty): readonly Alternatives[] {
  const { field = '' } = faulty.diagnostic.where;
  const before = valueAt(faulty);
  const list = field.replace(/\/\d+\/\w+$/, '');
  const rows = valueAt(faulty, list);
  if (typeof before !== 'string' || !Array.isArray(rows)) return [];
  const key = field.slice(field.lastIndexOf('/') + 1);
  const taken = new Set(rows.map((_, index) => String(valueAt(faulty, `${list}/${index}/${key}`))));
  const free = mintId(before, taken);
  return [changeFields(faulty, `Call it “${free}”`, [field, free])];
}

function namesIn(plan: Faulty['plan'], list: 'guards' | 'delays'): readonly string[] {
  return plan.kind === 'state-machine' ? (plan[list] ?? []).map(({ name }) => name) : [];
}

function invocationsIn(plan: Faulty['plan']): readonly string[] {
  if (plan.kind !== 'state-machine') return [];
  const owners = [plan, ...[...placedStates(plan.states)].map(({ state }) => state)];
  return owners.flatMap(invocationsOf);
}

function titleOf(plan: StateMachinePlan, id: string): string {
  const state = findState(plan, id)?.state;
  return state === undefined ? id : nameOf(state);
}

function nameOf({ name, id }: State): string {
  return name?.trim() || id;
}
