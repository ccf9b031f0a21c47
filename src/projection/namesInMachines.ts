import type { Address } from '#base';
import { allNodes, allStates, bodiesOf, invocationId, type Plan, type StateMachinePlan } from '#plan';

/**
 * What a place in a machine is called: a state by its name, with the number of its visit from the second on; what goes on
 * in it by its id. Null where no machine of the run has such a place.
 *
 * @param plans the run's plan first
 */
export function nameInMachine(address: Address, plans: readonly Plan[]): string | null {
  const bang = address.indexOf('!');
  const segments = (bang < 0 ? address : address.slice(0, bang)).split('/').slice(1);
  let plan: Plan | null = plans[0] ?? null;
  let name: string | null = null;
  for (let at = 0; at < segments.length && plan !== null; at++) {
    const id = idOf(segments[at] ?? '');
    if (plan.kind === 'capability') {
      name = null;
      plan = subPlanAt(plan, id, plans);
      continue;
    }
    const state = [...allStates(plan.states)].find((one) => one.id === id);
    name = state === undefined ? id : `${state.name ?? state.id}${visitIn(segments[at] ?? '')}`;
    const below = segments[at + 1];
    if (below === undefined) return name;
    plan = calledAt(plan, state?.id ?? null, idOf(below), plans);
    name = idOf(below);
    at++;
  }
  return name;
}

/** The plan that the next segment is of: of a SUB_PLAN its plan, of any other container the one that it stands in. */
function subPlanAt(
  plan: Extract<Plan, { kind: 'capability' }>,
  id: string,
  plans: readonly Plan[],
): Plan | null {
  const node = [...allNodes(plan)].find((one) => one.node.id === id)?.node;
  if (node === undefined) return null;
  if (node.type === 'SUB_PLAN') return plans.find((one) => one.id === node.params.plan) ?? null;
  return bodiesOf(node).length > 0 ? plan : null;
}

/** The plan that a state invokes, or that answers its event, under that id. */
function calledAt(
  plan: StateMachinePlan,
  state: string | null,
  id: string,
  plans: readonly Plan[],
): Plan | null {
  const owner = state === null ? plan : [...allStates(plan.states)].find((one) => one.id === state);
  const invoked = owner?.invoke?.find((one, index) => (one.id ?? invocationId(index)) === id);
  const called = invoked ?? plan.responders?.find((one) => one.id === id);
  return plans.find((one) => one.id === called?.plan) ?? null;
}

function visitIn(segment: string): string {
  const round = Number(/\[(\d+)\]/.exec(segment)?.[1] ?? 0);
  return round === 0 ? '' : ` · visit ${round + 1}`;
}

function idOf(segment: string): string {
  const end = segment.search(/[.[@#!]/);
  return end < 0 ? segment : segment.slice(0, end);
}
