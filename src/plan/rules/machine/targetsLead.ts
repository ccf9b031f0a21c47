import { type Diagnostic, didYouMean, problem, type Where } from '#base';
import { type PlacedTransition, targetsOf, transitionsOf } from '../../graph/states';
import { isHistory, type MachineRule, type MachineSubject, wayUp } from './machineSubject';

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
