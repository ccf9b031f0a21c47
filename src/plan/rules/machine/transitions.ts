import { type Diagnostic, didYouMean, problem, type Where, warning } from '#base';
import { cyclesOf } from '../../graph/order';
import { hears, type PlacedTransition, responsesOf, targetsOf, transitionsOf } from '../../graph/states';
import type { State, StateMachinePlan } from '../../schema/stateMachine';
import {
  initialOf,
  isFinal,
  isHistory,
  type MachineRule,
  type MachineSubject,
  machineActions,
  wayUp,
} from './machineSubject';

/** M1: targets are there; several lie in different regions of a parallel state; a history state leads into its parent. */
export const targetsLead: MachineRule = (subject) => [
  ...subject.owners.flatMap(({ id, node }) =>
    transitionsOf(node).flatMap(({ path, transition }) => [
      ...ofTargets(
        targetsOf(transition),
        subject,
        subject.at(id, path === '/defaultNext' ? path : `${path}/target`),
      ),
      ...ofRestart(transition, subject.at(id, `${path}/restart`)),
    ]),
  ),
  ...subject.states.filter(isHistory).flatMap((state) => {
    const where = subject.at(state.id, '/target');
    const found = ofTargets(targetsOf(state), subject, where);
    if (found.length > 0) return found;
    const parent = subject.parents.get(state.id) ?? null;
    const outside = targetsOf(state).filter((target) => !wayUp(subject, target).slice(1).includes(parent));
    return outside.map((target) =>
      problem(
        'HISTORY_TARGET_OUTSIDE',
        `"${state.id}" leads to "${target}", which is not inside the state that it remembers.`,
        'Name a state beside it or deeper.',
        where,
      ),
    );
  }),
];

function ofRestart(transition: PlacedTransition['transition'], where: Where): readonly Diagnostic[] {
  if (!('restart' in transition) || transition.restart === undefined || transition.target === undefined)
    return [];
  return [
    problem(
      'TARGETS_CONFLICT',
      'A transition cannot begin the machine anew and lead to a state.',
      'Take out "restart", or the target.',
      where,
    ),
  ];
}

function ofTargets(targets: readonly string[], subject: MachineSubject, where: Where): readonly Diagnostic[] {
  const { byId } = subject;
  const unknown = targets.filter((target) => !byId.has(target));
  if (unknown.length > 0) {
    return unknown.map((target) =>
      problem(
        'TARGET_UNKNOWN',
        `There is no state "${target}".`,
        `${didYouMean(target, byId.keys())}Name a state of this machine.`,
        where,
      ),
    );
  }
  for (const [index, one] of targets.entries()) {
    for (const other of targets.slice(index + 1)) {
      if (!areApart(one, other, subject)) {
        const message = `"${one}" and "${other}" cannot be entered together.`;
        return [
          problem(
            'TARGETS_CONFLICT',
            message,
            'Targets of one transition lie in different regions of a parallel state.',
            where,
          ),
        ];
      }
    }
  }
  return [];
}

/** Whether the innermost state around both is parallel, and neither is around the other. */
function areApart(one: string, other: string, subject: MachineSubject): boolean {
  const [up, otherUp] = [wayUp(subject, one), wayUp(subject, other)];
  const common = up.find((id) => otherUp.includes(id)) ?? null;
  if (common === one || common === other) return false;
  const around = common === null ? subject.plan : subject.byId.get(common);
  return around?.type === 'parallel';
}

/** Where a transition leads; one that begins the machine anew, to the states that it begins with. */
function endsOf(transition: PlacedTransition['transition'], plan: StateMachinePlan): readonly string[] {
  if (!('restart' in transition) || transition.restart === undefined) return targetsOf(transition);
  if (plan.type === 'parallel') return plan.states.map(({ id }) => id);
  const initial = plan.initial ?? plan.states[0]?.id;
  return initial === undefined ? [] : [initial];
}

/** Case D1: states that lead to each other without an event would never come to rest. */
export const eventlessCycles: MachineRule = ({ plan, states }) => {
  const awaits = ({ action }: State): boolean =>
    action !== undefined && responsesOf(action, plan.responders) !== null;
  const edges = states.flatMap((state) =>
    transitionsOf(state)
      .filter(({ cause }) => cause === 'always' || (cause === 'default' && !awaits(state)))
      .flatMap(({ transition }) =>
        endsOf(transition, plan).map((to) => ({
          from: state.id,
          port: transition.when === undefined ? 'always' : 'when',
          to,
        })),
      ),
  );
  const nodes = states.map((state) => ({ id: state.id, type: 'NOTE' as const, params: { markdown: '' } }));
  const certain = cyclesOf({ nodes, edges: edges.filter(({ port }) => port === 'always') });
  const possible = cyclesOf({ nodes, edges }).filter(
    (ids) => !certain.some((other) => other.every((id) => ids.includes(id))),
  );
  const where = (ids: readonly string[]): Where => ({
    plan: plan.id,
    ...(ids[0] === undefined ? {} : { node: ids[0] }),
  });
  return [
    ...certain.map((ids) =>
      problem(
        'EVENTLESS_CYCLE',
        `These states lead to each other without an event, for ever: ${ids.join(', ')}.`,
        'Give one of the transitions an event or a condition.',
        where(ids),
      ),
    ),
    ...possible.map((ids) =>
      warning(
        'EVENTLESS_CYCLE',
        `These states may lead to each other without an event: ${ids.join(', ')}.`,
        'See that one of the conditions ends it.',
        where(ids),
      ),
    ),
  ];
};

/** Case D2: states that nothing leads to, and a machine that never ends. */
export const statesAreReached: MachineRule = (subject) => {
  const { states, at, plan } = subject;
  const reached = reachedStates(subject);
  const found = states
    .filter(({ id }) => !reached.has(id))
    .map(({ id }) =>
      warning(
        'STATE_UNREACHABLE',
        `Nothing leads to "${id}".`,
        'Lead a transition to it, or remove it.',
        at(id),
      ),
    );
  if (states.length === 0 || states.some(isFinal)) return found;
  return [
    ...found,
    warning(
      'NO_FINAL_STATE',
      `The machine "${plan.id}" has no final state, and never completes.`,
      'Make one of its states final.',
      at(null),
    ),
  ];
};

function reachedStates(subject: MachineSubject): ReadonlySet<string> {
  const { plan, byId, parents } = subject;
  const reached = new Set<string>();
  const waiting: string[] = [];
  const enter = (id: string): void => {
    for (const one of wayUp(subject, id)) {
      if (one === null || reached.has(one)) continue;
      reached.add(one);
      waiting.push(one);
    }
  };
  const open = (node: Parameters<typeof initialOf>[0]): void => {
    const inner = node.states ?? [];
    if (node.type === 'parallel') for (const state of inner) enter(state.id);
    else {
      const initial = initialOf(node);
      if (initial !== undefined && byId.has(initial)) enter(initial);
    }
    for (const { transition } of transitionsOf(node))
      for (const target of targetsOf(transition)) enter(target);
  };
  open(plan);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const state = byId.get(id);
    if (state === undefined) continue;
    open(state);
    for (const target of targetsOf(state)) enter(target);
    // A history state without a target leads to where its parent begins, which is reached with the parent.
    const parent = parents.get(id);
    if (typeof parent === 'string') enter(parent);
  }
  return reached;
}

/** An event that the machine raises for itself, and that none of its transitions hears. */
export const raisedEventsAreHeard: MachineRule = (subject) => {
  const heard = subject.owners.flatMap(({ node }) => (node.on ?? []).map(({ event }) => event));
  const awaited = subject.states.flatMap(({ action }) => {
    const responses = action === undefined ? null : responsesOf(action, subject.plan.responders);
    return responses === null ? [] : [responses.response, responses.failure];
  });
  return machineActions(subject).flatMap(({ action, owner, field }): readonly Diagnostic[] => {
    if (action.type !== 'raise' || awaited.includes(action.event)) return [];
    if (heard.some((descriptor) => hears(descriptor, action.event))) return [];
    const help = 'Correct the name, or remove the action.';
    return [
      warning(
        'EVENT_UNHEARD',
        `No transition hears "${action.event}".`,
        help,
        subject.at(owner, `${field}/event`),
      ),
    ];
  });
};
