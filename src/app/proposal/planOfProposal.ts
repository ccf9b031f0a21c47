import { canonicalJson, type Json, jsonOf } from '#base';
import type { Proposal } from '#kernel';
import { type Plan, readBody, readMachine, type Variable } from '#plan';
import { type GraphMark, planDifference } from '#projection';

/** The id of the plan while it is edited: it lies in no document. */
const ID = 'proposal';

/**
 * A plan that waits, as an editor holds it (D9). It has no variables of its own: those that it may write are what its fields
 * offer.
 *
 * @param name what its executor is called
 * @param declared variables of the plan around it
 */
export function planOfProposal(
  { plan, machine, writable }: Proposal,
  name: string,
  declared: readonly Variable[],
): Plan {
  if (machine !== undefined) return machine;
  const variables = writable.map(
    (id): Variable => declared.find((one) => one.id === id) ?? { id, scope: 'INTERNAL' },
  );
  return { id: ID, kind: 'capability', name, variables, nodes: plan.nodes, edges: plan.edges };
}

/** What an answer gives as the plan (L10). */
export function answerOfPlan(plan: Plan): Json {
  if (plan.kind === 'state-machine') return jsonOf(plan);
  const { nodes, edges } = plan;
  return jsonOf({ nodes, edges });
}

/** The plan that such an answer gives; null where it can no longer be read. */
export function planOfAnswer(answer: Json, original: Plan): Plan | null {
  if (original.kind === 'state-machine') {
    const machine = readMachine(answer);
    return machine.ok ? machine.value : null;
  }
  const body = readBody(answer);
  return body.ok ? { ...original, ...body.value } : null;
}

/** Whether anything has been edited, names included; where steps stand, and the order of edges, say nothing. */
export function isEdited(plan: Plan, before: Plan): boolean {
  return said(plan) !== said(before);
}

function said(plan: Plan): string {
  if (plan.kind === 'state-machine') return canonicalJson(jsonOf(plan));
  const edges = plan.edges.map(({ from, port, to }) => `${from} ${port} ${to}`);
  return canonicalJson([jsonOf(plan.nodes), edges.sort()]);
}

/** What the planner has made of the plan that runs, and on top of it what a person has made of that, by the ids of steps. */
export function marksOfPlan(
  plan: Plan,
  { before, plan: proposed }: Proposal,
): ReadonlyMap<string, GraphMark> {
  if (plan.kind === 'state-machine') return new Map();
  const byPlanner = before === null ? [] : planDifference(before, proposed);
  const byPerson = [...planDifference(proposed, plan)].flatMap(([id, change]): [string, GraphMark][] =>
    change === 'added' || change === 'changed' ? [[id, `${change} by you`]] : [],
  );
  return new Map([...byPlanner, ...byPerson]);
}

/** How many steps carry each mark, and how many a person has taken out. */
export function countsOfMarks(plan: Plan, proposal: Proposal): ReadonlyMap<string, number> {
  if (plan.kind === 'state-machine') return new Map();
  const dropped = [...planDifference(proposal.plan, plan).values()].filter((change) => change === 'dropped');
  const counts = new Map<string, number>();
  for (const mark of [...marksOfPlan(plan, proposal).values(), ...dropped.map(() => 'dropped by you')])
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}
