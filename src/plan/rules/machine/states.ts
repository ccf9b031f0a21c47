import { type Diagnostic, didYouMean, problem, type Where, warning } from '#base';
import { cyclesAmong } from '../../graph/order';
import { targetsOf, transitionsOf } from '../../graph/states';
import type { State, StateMachinePlan } from '../../schema/stateMachine';
import { initialOf, isFinal, isHistory, type MachineRule, type MachineSubject } from './machineSubject';

/** M1: states are what their type says: what is inside, what is initial, what a final or a history state may have. */
export const statesNest: MachineRule = (subject) => [
  ...(isAtomic(subject.plan)
    ? []
    : ofInitial(
        subject.plan.type === 'parallel' ? undefined : subject.plan.initial,
        subject.plan.states,
        subject.at(null, '/initial'),
      )),
  ...(subject.plan.type === 'parallel' ? parallelInitial(subject.plan.initial, null, subject) : []),
  ...subject.states.flatMap((state) => [...ofState(state, subject)]),
];

/** A machine may do without states, where it hears or does something itself, as one of XState that only counts. */
function isAtomic({ states, type, initial, on, after, always, invoke, entry }: StateMachinePlan): boolean {
  const own = [on, after, always, invoke, entry].some((list) => list !== undefined && list.length > 0);
  return states.length === 0 && type === undefined && initial === undefined && own;
}

function* ofState(state: State, subject: MachineSubject): Generator<Diagnostic> {
  const { at } = subject;
  const { id, type, initial, states: inner = [] } = state;
  if (isFinal(state) && transitionsOf(state).length > 0) {
    const help = 'Remove them, or make it an ordinary state.';
    yield problem(
      'FINAL_WITH_TRANSITIONS',
      `The final state "${id}" has transitions.`,
      help,
      at(id, '/type'),
    );
  }
  if (inner.length > 0 && (isFinal(state) || type === 'atomic' || isHistory(state))) {
    const message = `"${id}" is ${type ?? (isHistory(state) ? 'history' : 'final')} and cannot hold states.`;
    yield problem('STATE_CANNOT_NEST', message, 'Make it compound or parallel.', at(id, '/states'));
  }
  if (type === 'compound' || (type === undefined && inner.length > 0))
    yield* ofInitial(initial, inner, at(id, '/initial'));
  if (type === 'parallel') {
    if (inner.length === 0) yield* ofInitial(undefined, inner, at(id, '/states'));
    yield* parallelInitial(initial, id, subject);
  }
  yield* ofTerminal(state, subject);
  yield* ofHistory(state, subject);
}

function ofInitial(
  initial: string | undefined,
  states: readonly State[],
  where: Where,
): readonly Diagnostic[] {
  if (states.length === 0) return [problem('MACHINE_EMPTY', 'There are no states.', 'Add a state.', where)];
  if (states.every(isHistory))
    return [
      problem('MACHINE_EMPTY', 'There are only history states.', 'Add a state that can be entered.', where),
    ];
  if (initial === undefined || states.some((state) => state.id === initial)) return [];
  const ids = states.map((state) => state.id);
  const help = `${didYouMean(initial, ids)}Name one of the states right inside.`;
  return [problem('INITIAL_UNKNOWN', `The initial state "${initial}" is not there.`, help, where)];
}

function parallelInitial(
  initial: string | undefined,
  id: string | null,
  { at, plan }: MachineSubject,
): readonly Diagnostic[] {
  if (initial === undefined) return [];
  const message = `"${id ?? plan.id}" is parallel: all its states are entered, none is initial.`;
  return [problem('PARALLEL_WITH_INITIAL', message, 'Remove "initial".', at(id, '/initial'))];
}

/** M3: the plan is finalised by states of the machine itself. */
function ofTerminal(state: State, { parents, at }: MachineSubject): readonly Diagnostic[] {
  const { id } = state;
  const isOfMachine = parents.get(id) === null;
  if (state.isTerminal === true && !isOfMachine) {
    const help = 'Make it final, and lead on by "onDone" of the state around it.';
    const message = `"${id}" is terminal inside another state.`;
    return [problem('TERMINAL_INSIDE', message, help, at(id, '/isTerminal'))];
  }
  if (state.outcome === undefined || (isFinal(state) && isOfMachine)) return [];
  const message = `"${id}" has an outcome, and does not end the machine.`;
  const help = 'Only final states of the machine itself have one.';
  return [warning('OUTCOME_UNUSED', message, help, at(id, '/outcome'))];
}

const OF_OTHERS = [
  'on',
  'always',
  'after',
  'onDone',
  'entry',
  'exit',
  'invoke',
  'action',
  'defaultNext',
  'pause',
] as const;

function ofHistory(state: State, { at }: MachineSubject): readonly Diagnostic[] {
  if (!isHistory(state)) {
    if (state.target === undefined) return [];
    const message = `"${state.id}" has a target, which only history states have.`;
    const help = 'Write a transition, or make it a history state.';
    return [problem('TARGET_WITHOUT_HISTORY', message, help, at(state.id, '/target'))];
  }
  return OF_OTHERS.filter((field) => state[field] !== undefined).map((field) => {
    const message = `The history state "${state.id}" has "${field}", but it can never be entered.`;
    const help = 'Give it to the state that it leads to.';
    return problem('HISTORY_WITH_FIELDS', message, help, at(state.id, `/${field}`));
  });
}

/** M1: while nothing is remembered a history state leads to another state, and not back to itself. */
export const historiesEnd: MachineRule = ({ plan, states, parents, byId, at }) => {
  const initialAround = (state: State): readonly string[] => {
    const parent = parents.get(state.id) ?? null;
    const around = parent === null ? plan : byId.get(parent);
    const initial = around === undefined || around.type === 'parallel' ? undefined : initialOf(around);
    return initial === undefined ? [] : [initial];
  };
  const histories = states.filter(isHistory);
  const edges = histories.flatMap((state) => {
    const targets = targetsOf(state);
    const leadsTo = targets.length > 0 ? targets : initialAround(state);
    return leadsTo.map((to) => ({ from: state.id, to }));
  });
  return cyclesAmong(
    histories.map(({ id }) => id),
    edges,
  ).map((ids) => {
    const message = `With nothing remembered yet, ${ids.map((id) => `"${id}"`).join(', ')} leads to no other state.`;
    const help = 'Name the state that it leads to at first ("target"), or another initial state.';
    return problem('HISTORY_CYCLE', message, help, at(ids[0] ?? null, '/target'));
  });
};

/** W2: responders, guards and delays are found by their names; M2: one responder answers an event. */
export const namesAreUnique: MachineRule = ({ plan, at }) => {
  const { responders = [], guards = [], delays = [] } = plan;
  const doubled = (names: readonly string[], list: string, key: string): readonly Diagnostic[] =>
    secondsOf(names).map((index) => {
      const message = `The ${key} "${names[index]}" of "${list}" is used more than once.`;
      return problem('DUPLICATE_ID', message, 'Give each its own.', at(null, `/${list}/${index}/${key}`));
    });
  const ids = responders.map(({ id }) => id);
  const requests = responders.map(({ request }) => request);
  return [
    ...doubled(ids, 'responders', 'id'),
    ...doubled(namesOf(guards), 'guards', 'name'),
    ...doubled(namesOf(delays), 'delays', 'name'),
    ...secondsOf(requests).map((index) => {
      const first = responders[requests.indexOf(requests[index] ?? '')];
      const message = `"${first?.id}" answers "${requests[index]}" already.`;
      const help = 'Remove one of the two, or correct its event type.';
      return warning('RESPONDER_UNUSED', message, help, at(null, `/responders/${index}/request`));
    }),
  ];
};

function namesOf(items: readonly { readonly name: string }[]): readonly string[] {
  return items.map(({ name }) => name);
}

/** Where a name stands that stood before. */
function secondsOf(names: readonly string[]): readonly number[] {
  return names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []));
}
