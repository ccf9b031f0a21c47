import { LIMITS } from '#base';
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
  type StateMachinePlan,
} from '#plan';
import { literalText } from '#planner';
import type { RunView } from '#projection';
import { systemIds } from '#runtime';
import { startBeside } from '../run/launch';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { answerOfPlan, type EditableProposal, planOfAnswer } from './planOfProposal';

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
  return { ...plan, ...machine, id, variables, ...(plan.name === undefined ? {} : { name: plan.name }) };
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
