import { type JsonObject, ok, type Result } from '#base';
import type { Pin } from '#kernel';
import {
  allNodes,
  allows,
  type CapabilityDescriptor,
  type CapabilityPlan,
  type Catalogue,
  capabilitiesUsedBy,
  inputSchema,
  machineCalls,
  mayChange,
  mayPropose,
  type Plan,
  type PlanNode,
  type Trial,
  toolsOpenTo,
  trialOf,
  type Workspace,
  withPlansInside,
} from '#plan';

/** "Try it" (D1): a node that is run alone, with what it may do. */
export interface TrialIn extends Trial {
  /** In which it is run: its plan has that node alone. */
  readonly workspace: Workspace;
  /** Capabilities that its author has it call and that may change something outside, each once. */
  readonly writes: readonly string[];
}

/**
 * Makes a node ready to be tried.
 *
 * @param plan the plan that it stands in, as it is or as a run has it
 * @returns why it cannot be tried, in one sentence
 */
export function trialIn(
  workspace: Workspace,
  catalogue: Catalogue,
  plan: CapabilityPlan,
  node: PlanNode,
): Result<TrialIn, string> {
  const trial = trialOf(node, { plan, plans: workspace.plans, schema: inputOf(node, workspace, catalogue) });
  if (!trial.ok) return trial;
  const others = workspace.plans.filter(({ id }) => id !== plan.id);
  const plans = [...others, trial.value.plan];
  const called = withPlansInside(trial.value.plan, plans).flatMap((one) => calledBy(one, catalogue));
  const writes = new Map(
    called.filter(({ effect }) => mayChange(effect)).map((one) => [one.id, one.title ?? one.id]),
  );
  return ok({ ...trial.value, workspace: { ...workspace, plans }, writes: [...writes.values()] });
}

/** D10: the pins that count for a trial: all but the node's own, since who tries it wants it called. */
export function pinsOfTrial(pins: readonly Pin[], { plan }: Trial): readonly Pin[] {
  const [node] = plan.nodes;
  const capability = node?.type === 'CAPABILITY' ? node.params.capability : null;
  return pins.filter((pin) =>
    'capability' in pin
      ? pin.capability !== capability
      : pin.node !== node?.id || (pin.plan !== undefined && pin.plan !== plan.id),
  );
}

/** What is asked for where a node calls a capability or a sub-plan: the input of that. */
function inputOf(node: PlanNode, { plans }: Workspace, catalogue: Catalogue): JsonObject | null {
  if (node.type === 'CAPABILITY') return catalogue.get(node.params.capability)?.input ?? {};
  if (node.type !== 'SUB_PLAN') return null;
  const variables = plans.find(({ id }) => id === node.params.plan)?.variables;
  return variables === 'open' ? {} : inputSchema(variables);
}

/** What a plan that is run would propose calls asks by itself (P13). */
function calledBy(plan: Plan, catalogue: Catalogue): readonly CapabilityDescriptor[] {
  const named =
    plan.kind === 'state-machine'
      ? machineCalls(plan).capabilities
      : [...allNodes(plan)].flatMap(({ node }) => [
          ...capabilitiesUsedBy(node).map(({ id }) => id),
          ...(mayPropose(node) ? [] : toolsOpenTo(node)),
        ]);
  return [...catalogue.values()].filter(({ id }) => named.some((name) => allows(name, id)));
}
