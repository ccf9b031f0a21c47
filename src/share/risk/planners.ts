import {
  allNodes,
  allows,
  type CapabilityPlan,
  type Catalogue,
  flavourOf,
  isOfSession,
  type NodeOf,
  titleOf,
} from '#plan';

/** A planner node: who plans there, and what its plans may call (P8). */
export interface PlannerRisk {
  readonly plan: string;
  readonly node: string;
  readonly name: string;
  readonly flavour: string;
  /** Whether a language model is asked. */
  readonly asksModel: boolean;
  /** Ids of the capabilities that its plans may call. */
  readonly tools: readonly string[];
  /** Whether the node leaves the choice open, so that this is all there is. */
  readonly anyTool: boolean;
}

const WITHOUT_MODEL: ReadonlySet<string> = new Set(['rules', 'htn', 'capability']);

/**
 * The planners of a plan, in document order.
 *
 * @param hasModels whether the workspace has a model, which plans where nothing is said (P2)
 */
export function plannersOf(plan: CapabilityPlan, catalogue: Catalogue, hasModels: boolean): PlannerRisk[] {
  return [...allNodes(plan)].flatMap(({ node }) =>
    node.type === 'PLANNER' ? [plannerRisk(plan.id, node, catalogue, hasModels)] : [],
  );
}

function plannerRisk(
  plan: string,
  node: NodeOf<'PLANNER'>,
  catalogue: Catalogue,
  hasModels: boolean,
): PlannerRisk {
  const flavour = flavourOf(node, hasModels);
  const patterns = node.params?.tools;
  const all = [...catalogue.keys()];
  const open = [...catalogue.values()].filter((one) => !isOfSession(one)).map(({ id }) => id);
  return {
    plan,
    node: node.id,
    name: titleOf(node),
    flavour,
    asksModel: !WITHOUT_MODEL.has(flavour),
    tools: patterns ? all.filter((id) => patterns.some((pattern) => allows(pattern, id))) : open,
    anyTool: patterns === undefined,
  };
}
