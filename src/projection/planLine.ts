import {
  bodiesOf,
  type CapabilityPlan,
  type CardSurroundings,
  type Catalogue,
  findNode,
  NODE_TYPES,
  type NodeOf,
  type Plan,
  type PlanNode,
  titleOf,
} from '#plan';
import { cutText } from './shortValue';

const MOST_CHARACTERS = 80;

/** What is asked of the workspace around a plan, or of the closure that a run has of it. */
export interface OfWorkspace {
  readonly plans: readonly Plan[];
  readonly models: readonly unknown[];
}

/** What a card needs to know besides its node. */
export interface Surroundings {
  readonly plan: CapabilityPlan | null;
  readonly catalogue: Catalogue | null;
  /** What else the workspace has; null where nobody says. */
  readonly workspace: OfWorkspace | null;
}

/** The one line that matters for the type of a node, as its author wrote it: the condition, the goal, … */
export function planLine(node: PlanNode, around: Surroundings): string {
  return cutText(
    [...before(node), NODE_TYPES[node.type].cardLine(node, besides(node, around)), ...after(node)]
      .filter(Boolean)
      .join(' · '),
    MOST_CHARACTERS,
  );
}

/** L2: a node that is switched off says so first. */
function before({ disabled }: PlanNode): readonly string[] {
  if (disabled === undefined) return [];
  return [disabled === 'pass' ? 'switched off, passed through' : 'switched off'];
}

/** L2: what else decides when it runs, and whether anybody waits for it. */
function after({ background, mutex, cancelOn }: PlanNode): readonly string[] {
  return [
    ...(background ? ['in the background'] : []),
    ...(mutex === undefined ? [] : [`one at a time: ${mutex}`]),
    ...(cancelOn === undefined ? [] : [`until ${cancelOn}`]),
  ];
}

/** Whether its author gave it a name. */
export function isNamed(node: PlanNode): boolean {
  return node.name !== undefined && node.name.trim() !== '';
}

/** What a card is called: its name, else what it calls, else its type. */
export function cardTitle(node: PlanNode, catalogue: Catalogue | null): string {
  return node.type === 'CAPABILITY' && !isNamed(node) ? capabilityName(node, catalogue) : titleOf(node);
}

/** What a capability is called: its title, else its id. */
function capabilityName(node: NodeOf<'CAPABILITY'>, catalogue: Catalogue | null): string {
  return catalogue?.get(node.params.capability)?.title ?? node.params.capability;
}

/** What the type of a node may ask for besides the node. */
function besides(node: PlanNode, { plan, workspace, catalogue }: Surroundings): CardSurroundings {
  const variables = plan === null || plan.variables === 'open' ? [] : plan.variables;
  const placed = (id: string) => (plan === null ? undefined : findNode(plan, id));
  const nameOf = {
    node: (id: string) => titleIn(placed(id)?.node),
    plan: (id: string) => workspace?.plans.find((one) => one.id === id)?.name,
    capability: (id: string) => catalogue?.get(id)?.title,
  };
  return {
    variables: (scope) => variables.filter((one) => one.scope === scope).map(({ id }) => id),
    bodies: () => bodiesOf(node).map(({ name, body }) => ({ name, size: body.nodes.length })),
    // Where nobody says, there is one: that is how planners are drawn first (P2).
    hasModels: () => workspace === null || workspace.models.length > 0,
    ways: () => placed(node.id)?.body.edges.filter(({ to }) => to === node.id).length ?? null,
    nameOf: (what, id) => nameOf[what](id) ?? id,
  };
}

function titleIn(node: PlanNode | undefined): string | undefined {
  return node === undefined ? undefined : titleOf(node);
}
