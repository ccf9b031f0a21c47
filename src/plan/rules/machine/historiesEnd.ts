import { problem } from '#base';
import { cyclesOf } from '../../graph/order';
import { targetsOf } from '../../graph/states';
import type { State } from '../../schema/stateMachine';
import { initialOf, isHistory, type MachineRule } from './machineSubject';

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
