import { type Diagnostic, warning } from '#base';
import { responsesOf } from '../../graph/calls';
import { hears } from '../../graph/machineEvents';
import { targetsOf, transitionsOf } from '../../graph/states';
import { initialOf, isFinal, type MachineRule, type MachineSubject, wayUp } from './machineSubject';
import { machineActions } from './machineTexts';

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
