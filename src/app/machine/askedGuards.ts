import { allStates, type StateMachinePlan, transitionsOf } from '#plan';

const NAMED = /\bguard\(\s*(?:"([^"]+)"|'([^']+)')/g;

/** The guards that conditions name and the plan gives no meaning, each once, in document order. */
export function askedGuards(plan: StateMachinePlan): readonly string[] {
  const known = new Set((plan.guards ?? []).map(({ name }) => name));
  const names = [plan, ...allStates(plan.states)]
    .flatMap((owner) => transitionsOf(owner))
    .flatMap(({ transition }) => [...(transition.when ?? '').matchAll(NAMED)])
    .map(([, one, other]) => one ?? other ?? '');
  return [...new Set(names)].filter((name) => !known.has(name));
}
