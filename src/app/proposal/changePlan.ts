import { canonicalJson, type Diagnostic, type Json, jsonOf, LIMITS, ok, present, type Result } from '#base';
import type { Proposal } from '#kernel';
import {
  allNodes,
  allStates,
  type Body,
  bodiesOf,
  bodyOfMachine,
  type CapabilityPlan,
  capabilitiesCalledBy,
  capabilitiesUsedBy,
  check,
  machineCalls,
  type Plan,
  readBody,
  readMachine,
  type StateMachinePlan,
  type Variable,
} from '#plan';
import { literalText } from '#planner';
import {
  type GraphMark,
  machineDifference,
  planDifference,
  type RunView,
  type StepChange,
} from '#projection';
import { systemIds } from '#runtime';
import { startBeside } from '../run/launch';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';

/** The plan that asks for the change: it lies in no document. */
const ID = 'change';
/** Where it finds the plan as it is, and leaves the changed one. */
const PLAN = 'dynamicPlan';

/** What a model writes a plan of each kind as. */
const FLAVOURS = { capability: 'llm', 'state-machine': 'state-machine' } as const;

/**
 * Asks a model to change a plan of the document, in a run of its own beside what is shown (D9).
 *
 * @param words what a person wants changed
 * @param plan as it is now
 * @returns the id of that run; null where none has begun, which was said
 */
export async function askForChange(session: Session, plan: Plan, words: string): Promise<string | null> {
  const asking = askingPlan(plan, words);
  const workspace = workspaceToRun(session);
  const { budget } = session.state.getState();
  return startBeside(session, {
    workspace: { ...workspace, plans: [...workspace.plans.filter(({ id }) => id !== ID), asking] },
    plan: ID,
    input: { [PLAN]: answerOfPlan(plan) },
    runId: systemIds.runId(),
    name: asking.name,
    ...(budget === null ? {} : { budget }),
  });
}

/** One planner, which sees the variables of the plan that it changes. */
function askingPlan(plan: Plan, words: string): CapabilityPlan {
  const around = plan.variables === 'open' ? [] : plan.variables;
  const seen = around.filter(({ id }) => id !== PLAN).map(({ id }) => ({ id, scope: 'INTERNAL' }) as const);
  return {
    id: ID,
    kind: 'capability',
    name: `Change of “${plan.name ?? plan.id}”`,
    variables: [{ id: PLAN, scope: 'IN' }, ...seen],
    nodes: [
      {
        id: 'ask',
        type: 'PLANNER',
        name: 'Change the plan',
        params: {
          planner: FLAVOURS[plan.kind],
          goal: literalText(words),
          changes: PLAN,
          limits: { maxSteps: Math.max(LIMITS.planSteps, 2 * sizeOf(plan)) },
        },
      },
    ],
    edges: [],
  };
}

function sizeOf(plan: Plan): number {
  return plan.kind === 'capability' ? [...allNodes(plan)].length : [...allStates(plan.states)].length;
}

/**
 * The plan as a model has changed it, once it has; what is no step and no state of it stays as it was. Rules, which are asked last
 * (P5), read no wishes.
 */
export function changedPlanIn(view: RunView, plan: Plan): Plan | null {
  const [planning] = view.planning.values();
  const accepted = planning?.attempts.findLast(({ verdict }) => verdict === 'accepted');
  if (planning === undefined || accepted?.flavour !== FLAVOURS[plan.kind]) return null;
  const { accepted: body, machine } = planning;
  if (plan.kind === 'capability')
    return body === null ? null : { ...plan, nodes: body.nodes, edges: body.edges };
  if (machine === undefined) return null;
  const { id, variables } = plan;
  return { ...plan, ...machine, id, variables, ...present({ name: plan.name }) };
}

/** Why the model's last reply is no changed plan; what the rules said after it is not about the wish. Null before it has replied. */
export function whyUnchanged(view: RunView): string | null {
  const [planning] = view.planning.values();
  const last = planning?.attempts.findLast(({ flavour }) =>
    Object.values(FLAVOURS).some((one) => one === flavour),
  );
  return last?.problems[0]?.message ?? null;
}

/** A changed plan as something to decide about: what is wrong with it is what is wrong with it in the document. */
export function proposalOfChange({ editor }: Session, plan: Plan, changed: Plan): EditableProposal {
  return {
    ...proposedBy(changed),
    tools: [...editor.catalogue.keys()],
    writable: plan.variables === 'open' ? [] : plan.variables.map(({ id }) => id),
    ...beforeOf(plan),
    begun: [],
    planner: 'model',
    problemsOf: (edited) => {
      const now = planOfAnswer(edited, changed);
      if (!now.ok) return now.problem;
      const found = check(workspaceWith(editor.workspace, now.value), editor.catalogue);
      return found.filter(({ where }) => where.plan === plan.id);
    },
  };
}

function proposedBy(changed: Plan): Pick<EditableProposal, 'plan' | 'machine'> {
  return changed.kind === 'capability'
    ? { plan: changed }
    : { plan: bodyOfMachine(changed), machine: changed };
}

function beforeOf(plan: Plan): Pick<EditableProposal, 'before' | 'machineBefore'> {
  return plan.kind === 'capability' ? { before: plan } : { before: null, machineBefore: plan };
}

/** The document with another one in the place of a plan. */
export function workspaceWith<Of extends Session['editor']['workspace']>(workspace: Of, plan: Plan): Of {
  return { ...workspace, plans: workspace.plans.map((one) => (one.id === plan.id ? plan : one)) };
}

/** Ids of the capabilities that a plan calls, one for each node that calls it, at any depth. */
export function toolsOfPlan(plan: Body | StateMachinePlan): readonly string[] {
  return 'states' in plan ? machineCalls(plan).capabilities : toolsOfBody(plan);
}

/** What a plan that waits calls without edits: the plan that it follows already, else as it was proposed. */
export function callsOf({ plan, machine, before }: Proposal): ReadonlySet<string> {
  return new Set(toolsOfPlan(before ?? machine ?? plan));
}

function toolsOfBody({ nodes }: Body): readonly string[] {
  return nodes.flatMap((node) => [
    ...new Set([...capabilitiesCalledBy(node), ...capabilitiesUsedBy(node).map(({ id }) => id)]),
    ...bodiesOf(node).flatMap(({ body }) => toolsOfBody(body)),
  ]);
}

/** The id of the plan while it is edited: it lies in no document. */
const PROPOSED_ID = 'proposal';

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
  return { id: PROPOSED_ID, kind: 'capability', name, variables, nodes: plan.nodes, edges: plan.edges };
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
