import { allNodes, allows, type CapabilityPlan, type Catalogue, type NodeOf, titleOf } from '#plan';

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

/** The planners of a plan, in document order. */
export function plannersOf(plan: CapabilityPlan, catalogue: Catalogue): PlannerRisk[] {
  return [...allNodes(plan)].flatMap(({ node }) =>
    node.type === 'PLANNER' ? [plannerRisk(plan.id, node, catalogue)] : [],
  );
}

function plannerRisk(plan: string, node: NodeOf<'PLANNER'>, catalogue: Catalogue): PlannerRisk {
  const flavour = flavourOf(node);
  const patterns = node.params?.tools;
  const all = [...catalogue.keys()];
  return {
    plan,
    node: node.id,
    name: titleOf(node),
    flavour,
    asksModel: !WITHOUT_MODEL.has(flavour),
    tools: patterns ? all.filter((id) => patterns.some((pattern) => allows(pattern, id))) : all,
    anyTool: patterns === undefined,
  };
}

/** P2: without a flavour it is `llm` where models are set, else `rules`. */
function flavourOf({ params }: NodeOf<'PLANNER'>): string {
  const planner = params?.planner;
  if (typeof planner === 'string') return planner;
  if (planner) return planner.flavour;
  return (params?.models ?? []).length > 0 ? 'llm' : 'rules';
}
