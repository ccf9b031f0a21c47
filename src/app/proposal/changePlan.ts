import { jsonOf, LIMITS } from '#base';
import type { Proposal } from '#kernel';
import { allNodes, type Body, type CapabilityPlan, check, readBody } from '#plan';
import { literalText } from '#planner';
import type { RunView } from '#projection';
import { systemIds } from '#runtime';
import { startBeside } from '../run/startHere';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';

/** The plan that asks for the change: it lies in no document. */
const ID = 'change';
/** Where it finds the plan as it is, and leaves the changed one. */
const PLAN = 'dynamicPlan';

/**
 * Asks a model to change a plan of the document, in a run of its own beside what is shown (D9).
 *
 * @param words what a person wants changed
 * @param plan as it is now
 * @returns the id of that run; null where none has begun, which was said
 */
export async function askForChange(
  session: Session,
  plan: CapabilityPlan,
  words: string,
): Promise<string | null> {
  const asking = askingPlan(plan, words);
  const workspace = workspaceToRun(session);
  const { budget } = session.state.getState();
  return startBeside(session, {
    workspace: { ...workspace, plans: [...workspace.plans.filter(({ id }) => id !== ID), asking] },
    plan: ID,
    input: { [PLAN]: jsonOf({ nodes: plan.nodes, edges: plan.edges }) },
    runId: systemIds.runId(),
    name: asking.name,
    ...(budget === null ? {} : { budget }),
  });
}

/** One planner, which sees the variables of the plan that it changes. */
function askingPlan(plan: CapabilityPlan, words: string): CapabilityPlan {
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
          planner: 'llm',
          goal: literalText(words),
          changes: PLAN,
          limits: { maxSteps: Math.max(LIMITS.planSteps, 2 * [...allNodes(plan)].length) },
        },
      },
    ],
    edges: [],
  };
}

/** The changed plan, once a model has made one. Rules, which are asked last (P5), read no wishes. */
export function changedPlanIn(view: RunView): Body | null {
  const [planning] = view.planning.values();
  const accepted = planning?.attempts.findLast(({ verdict }) => verdict === 'accepted');
  return accepted?.flavour === 'llm' ? (planning?.accepted ?? null) : null;
}

/** Why the model's last reply is no changed plan; what the rules said after it is not about the wish. Null before it has replied. */
export function whyUnchanged(view: RunView): string | null {
  const [planning] = view.planning.values();
  const last = planning?.attempts.findLast(({ flavour }) => flavour === 'llm');
  return last?.problems[0]?.message ?? null;
}

/** A changed plan as something to decide about: what is wrong with it is what is wrong with it in the document. */
export function proposalOfChange({ editor }: Session, plan: CapabilityPlan, changed: Body): Proposal {
  return {
    plan: changed,
    tools: [...editor.catalogue.keys()],
    writable: plan.variables === 'open' ? [] : plan.variables.map(({ id }) => id),
    before: { nodes: plan.nodes, edges: plan.edges },
    begun: [],
    planner: 'model',
    problemsOf: (edited) => {
      const read = readBody(edited);
      if (!read.ok) return read.problem;
      const found = check(workspaceWith(editor.workspace, plan.id, read.value), editor.catalogue);
      return found.filter(({ where }) => where.plan === plan.id);
    },
  };
}

/** The document with another body of one of its plans. */
export function workspaceWith<Of extends Session['editor']['workspace']>(
  workspace: Of,
  id: string,
  body: Body,
): Of {
  const plans = workspace.plans.map((one) =>
    one.id === id && one.kind === 'capability' ? { ...one, nodes: body.nodes, edges: body.edges } : one,
  );
  return { ...workspace, plans };
}
