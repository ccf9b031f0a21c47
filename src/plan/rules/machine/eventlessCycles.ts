import { problem, type Where, warning } from '#base';
import { responsesOf } from '../../graph/calls';
import { cyclesOf } from '../../graph/order';
import { type PlacedTransition, targetsOf, transitionsOf } from '../../graph/states';
import type { State, StateMachinePlan } from '../../schema/stateMachine';

import type { MachineRule } from './machineSubject';

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
