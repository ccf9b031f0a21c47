import { canonicalJson, type Diagnostic, type Json, jsonOf, ok, type Result } from '#base';
import type { Proposal } from '#kernel';
import { type Plan, readBody, readMachine, type StateMachinePlan, type Variable } from '#plan';
import { type GraphMark, machineDifference, planDifference, type StepChange } from '#projection';

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

/** The plan that such an answer gives. */
export function planOfAnswer(answer: Json, original: Plan): Result<Plan, readonly Diagnostic[]> {
  if (original.kind === 'state-machine') return readMachine(answer);
  const body = readBody(answer);
  return body.ok ? ok({ ...original, ...body.value }) : body;
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

/** A proposal, and where a machine shall be changed the machine as it is. */
export interface EditableProposal extends Proposal {
  readonly machineBefore?: StateMachinePlan;
}

/**
 * What the planner has made of the plan that is there, and on top of it what a person has made of that, by the ids of steps or
 * states.
 */
export function marksOfPlan(plan: Plan, proposal: EditableProposal): ReadonlyMap<string, GraphMark> {
  const byPerson = [...changesByPerson(plan, proposal)].flatMap(([id, change]): [string, GraphMark][] =>
    change === 'added' || change === 'changed' ? [[id, `${change} by you`]] : [],
  );
  return new Map([...changesByPlanner(proposal), ...byPerson]);
}

function changesByPlanner({ before, machineBefore, plan, machine }: EditableProposal): Changes {
  if (machineBefore !== undefined && machine !== undefined) return machineDifference(machineBefore, machine);
  return before === null ? new Map() : planDifference(before, plan);
}

function changesByPerson(now: Plan, { plan, machine }: EditableProposal): Changes {
  if (now.kind === 'capability') return planDifference(plan, now);
  return machine === undefined ? new Map() : machineDifference(machine, now);
}

type Changes = ReadonlyMap<string, StepChange>;

/** How many steps carry each mark, and how many a person has taken out. */
export function countsOfMarks(plan: Plan, proposal: EditableProposal): ReadonlyMap<string, number> {
  const dropped = [...changesByPerson(plan, proposal).values()].filter((change) => change === 'dropped');
  const counts = new Map<string, number>();
  for (const mark of [...marksOfPlan(plan, proposal).values(), ...dropped.map(() => 'dropped by you')])
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}
