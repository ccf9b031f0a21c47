import { type Diagnostic, problem, warning } from '#base';
import type { MachineRule } from './machineSubject';

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
