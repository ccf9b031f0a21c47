import { canonicalJson, jsonOf } from '#base';
import { allStates, type Body, bodyHash, type PlanNode, type State, type StateMachinePlan } from '#plan';

/** What has become of a step from one plan to the next (P9). */
export type StepChange = 'kept' | 'added' | 'changed' | 'dropped';

/**
 * The difference of two plans, by the ids of their steps: what a step means counts, not its name nor what it follows. Steps of
 * the later plan in their order, then those that it has no more.
 *
 * @example planDifference(body('a: …'), body('a: …\nb: …')) // a: kept, b: added
 */
export function planDifference(before: Body, after: Body): ReadonlyMap<string, StepChange> {
  return difference(before.nodes, after.nodes, meaningOf);
}

/** The same of two state machines, by the ids of their states: what lies in a state is a state of its own. */
export function machineDifference(
  before: StateMachinePlan,
  after: StateMachinePlan,
): ReadonlyMap<string, StepChange> {
  return difference([...allStates(before.states)], [...allStates(after.states)], meaningOfState);
}

function difference<Part extends { readonly id: string }>(
  before: readonly Part[],
  after: readonly Part[],
  meaning: (part: Part) => string,
): ReadonlyMap<string, StepChange> {
  const old = new Map(before.map((part) => [part.id, meaning(part)]));
  const now = new Map(after.map((part) => [part.id, meaning(part)]));
  const changeOf = (id: string, means: string): StepChange => {
    if (!old.has(id)) return 'added';
    return old.get(id) === means ? 'kept' : 'changed';
  };
  return new Map([
    ...[...now].map(([id, means]) => [id, changeOf(id, means)] as const),
    ...[...old.keys()].filter((id) => !now.has(id)).map((id) => [id, 'dropped'] as const),
  ]);
}

function meaningOf(node: PlanNode): string {
  return bodyHash({ nodes: [node], edges: [] });
}

function meaningOfState({ name: _name, states: _inner, ...state }: State): string {
  return canonicalJson(jsonOf(state));
}
