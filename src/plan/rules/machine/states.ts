import { type Diagnostic, didYouMean, problem, type Where, warning } from '#base';
import { cyclesOf } from '../../graph/order';
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
  ...subject.states.flatMap((state) => ofState(state, subject)),
];

/** A machine may do without states, where it hears or does something itself, as one of XState that only counts. */
function isAtomic({ states, type, initial, on, after, always, invoke, entry }: StateMachinePlan): boolean {
  const own = [on, after, always, invoke, entry].some((list) => list !== undefined && list.length > 0);
  return states.length === 0 && type === undefined && initial === undefined && own;
}

function ofState(state: State, subject: MachineSubject): readonly Diagnostic[] {
  const { at } = subject;
  const inner = state.states ?? [];
  const found: Diagnostic[] = [];
  if (isFinal(state) && transitionsOf(state).length > 0) {
    found.push(
      problem(
        'FINAL_WITH_TRANSITIONS',
        `The final state "${state.id}" has transitions.`,
        'Remove them, or make it an ordinary state.',
        at(state.id, '/type'),
      ),
    );
  }
  if (inner.length > 0 && (isFinal(state) || state.type === 'atomic' || isHistory(state))) {
    found.push(
      problem(
        'STATE_CANNOT_NEST',
        `"${state.id}" is ${state.type ?? (isHistory(state) ? 'history' : 'final')} and cannot hold states.`,
        'Make it compound or parallel.',
        at(state.id, '/states'),
      ),
    );
  }
  if (state.type === 'compound' || (state.type === undefined && inner.length > 0))
    found.push(...ofInitial(state.initial, inner, at(state.id, '/initial')));
  if (state.type === 'parallel') {
    if (inner.length === 0) found.push(...ofInitial(undefined, inner, at(state.id, '/states')));
    found.push(...parallelInitial(state.initial, state.id, subject));
  }
  return [...found, ...ofTerminal(state, subject), ...ofHistory(state, subject)];
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
  if (state.isTerminal === true && parents.get(state.id) !== null) {
    return [
      problem(
        'TERMINAL_INSIDE',
        `"${state.id}" is terminal inside another state.`,
        'Make it final, and lead on by "onDone" of the state around it.',
        at(state.id, '/isTerminal'),
      ),
    ];
  }
  if (state.outcome === undefined || (isFinal(state) && parents.get(state.id) === null)) return [];
  return [
    warning(
      'OUTCOME_UNUSED',
      `"${state.id}" has an outcome, and does not end the machine.`,
      'Only final states of the machine itself have one.',
      at(state.id, '/outcome'),
    ),
  ];
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
    return [
      problem(
        'TARGET_WITHOUT_HISTORY',
        message,
        'Write a transition, or make it a history state.',
        at(state.id, '/target'),
      ),
    ];
  }
  return OF_OTHERS.filter((field) => state[field] !== undefined).map((field) =>
    problem(
      'HISTORY_WITH_FIELDS',
      `The history state "${state.id}" has "${field}", but it can never be entered.`,
      'Give it to the state that it leads to.',
      at(state.id, `/${field}`),
    ),
  );
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
    return leadsTo.map((to) => ({ from: state.id, port: 'out', to }));
  });
  const nodes = histories.map(({ id }) => ({ id, type: 'NOTE' as const, params: { markdown: '' } }));
  return cyclesOf({ nodes, edges: edges.filter(({ to }) => histories.some(({ id }) => id === to)) }).map(
    (ids) =>
      problem(
        'HISTORY_CYCLE',
        `With nothing remembered yet, ${ids.map((id) => `"${id}"`).join(', ')} leads to no other state.`,
        'Name the state that it leads to at first ("target"), or another initial state.',
        at(ids[0] ?? null, '/target'),
      ),
  );
};

/** W2: responders, guards and delays are found by their names; M2: one responder answers an event. */
export const namesAreUnique: MachineRule = ({ plan, at }) => {
  const { responders = [], guards = [], delays = [] } = plan;
  const doubled = (names: readonly string[], list: string, key: string): readonly Diagnostic[] =>
    secondsOf(names).map((index) =>
      problem(
        'DUPLICATE_ID',
        `The ${key} "${names[index]}" of "${list}" is used more than once.`,
        'Give each its own.',
        at(null, `/${list}/${index}/${key}`),
      ),
    );
  const requests = responders.map(({ request }) => request);
  return [
    ...doubled(
      responders.map(({ id }) => id),
      'responders',
      'id',
    ),
    ...doubled(
      guards.map(({ name }) => name),
      'guards',
      'name',
    ),
    ...doubled(
      delays.map(({ name }) => name),
      'delays',
      'name',
    ),
    ...secondsOf(requests).map((index) =>
      warning(
        'RESPONDER_UNUSED',
        `"${responders[requests.indexOf(requests[index] ?? '')]?.id}" answers "${requests[index]}" already.`,
        'Remove one of the two, or correct its event type.',
        at(null, `/responders/${index}/request`),
      ),
    ),
  ];
};

/** Where a name stands that stood before. */
function secondsOf(names: readonly string[]): readonly number[] {
  return names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []));
}
