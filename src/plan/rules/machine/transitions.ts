import { type Diagnostic, didYouMean, problem, type Where, warning } from '#base';
import { cyclesAmong } from '../../graph/order';
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
    return outside.map((target) => {
      const message = `"${state.id}" leads to "${target}", which is not inside the state that it remembers.`;
      return problem('HISTORY_TARGET_OUTSIDE', message, 'Name a state beside it or deeper.', where);
    });
  }),
];

function ofRestart(transition: PlacedTransition['transition'], where: Where): readonly Diagnostic[] {
  if (!('restart' in transition) || transition.restart === undefined || transition.target === undefined)
    return [];
  const message = 'A transition cannot begin the machine anew and lead to a state.';
  return [problem('TARGETS_CONFLICT', message, 'Take out "restart", or the target.', where)];
}

function ofTargets(targets: readonly string[], subject: MachineSubject, where: Where): readonly Diagnostic[] {
  const { byId } = subject;
  const unknown = targets.filter((target) => !byId.has(target));
  if (unknown.length > 0)
    return unknown.map((target) => {
      const help = `${didYouMean(target, byId.keys())}Name a state of this machine.`;
      return problem('TARGET_UNKNOWN', `There is no state "${target}".`, help, where);
    });
  const pairs = targets.flatMap((one, index) =>
    targets.slice(index + 1).map((other) => [one, other] as const),
  );
  return pairs
    .filter(([one, other]) => !areApart(one, other, subject))
    .slice(0, 1)
    .map(([one, other]) => {
      const help = 'Targets of one transition lie in different regions of a parallel state.';
      return problem('TARGETS_CONFLICT', `"${one}" and "${other}" cannot be entered together.`, help, where);
    });
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
export const eventlessCycles: MachineRule = ({ plan, states, at }) => {
  const awaits = ({ action }: State): boolean =>
    action !== undefined && responsesOf(action, plan.responders) !== null;
  const edges = states.flatMap((state) =>
    transitionsOf(state)
      .filter(({ cause }) => cause === 'always' || (cause === 'default' && !awaits(state)))
      .flatMap(({ transition }) =>
        endsOf(transition, plan).map((to) => ({
          from: state.id,
          isCertain: transition.when === undefined,
          to,
        })),
      ),
  );
  const all = states.map(({ id }) => id);
  const certain = cyclesAmong(
    all,
    edges.filter(({ isCertain }) => isCertain),
  );
  const possible = cyclesAmong(all, edges).filter(
    (ids) => !certain.some((other) => other.every((id) => ids.includes(id))),
  );
  return [
    ...certain.map((ids) => {
      const message = `These states lead to each other without an event, for ever: ${ids.join(', ')}.`;
      const help = 'Give one of the transitions an event or a condition.';
      return problem('EVENTLESS_CYCLE', message, help, at(ids[0] ?? null));
    }),
    ...possible.map((ids) => {
      const message = `These states may lead to each other without an event: ${ids.join(', ')}.`;
      const help = 'See that one of the conditions ends it.';
      return warning('EVENTLESS_CYCLE', message, help, at(ids[0] ?? null));
    }),
  ];
};

/** Case D2: states that nothing leads to, and a machine that never ends. */
export const statesAreReached: MachineRule = (subject) => {
  const { states, at, plan } = subject;
  const reached = reachedStates(subject);
  const found = states
    .filter(({ id }) => !reached.has(id))
    .map(({ id }) => {
      const help = 'Lead a transition to it, or remove it.';
      return warning('STATE_UNREACHABLE', `Nothing leads to "${id}".`, help, at(id));
    });
  if (states.length === 0 || states.some(isFinal)) return found;
  const message = `The machine "${plan.id}" has no final state, and never completes.`;
  return [...found, warning('NO_FINAL_STATE', message, 'Make one of its states final.', at(null))];
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
    const where = subject.at(owner, `${field}/event`);
    return [warning('EVENT_UNHEARD', `No transition hears "${action.event}".`, help, where)];
  });
};
