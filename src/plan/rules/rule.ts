import type { Diagnostic, Fuel, Where } from '#base';
import type { PlacedNode } from '../graph/allNodes';
import type { Body, Edge, PlanNode } from '../nodes/node';
import type { Catalogue } from '../schema/capabilityDescriptor';
import type { CapabilityPlan } from '../schema/plan';
import type { Policy, Workspace } from '../schema/workspace';
import type { Names } from './names';

/** A rule looks at one plan and lists what is wrong with it. Rules know nothing of each other. */
export type Rule = (subject: Subject) => readonly Diagnostic[];

/** What a rule may look at: a plan of a workspace, or the body that a planner proposed. */
export interface Subject {
  /** The nodes and edges at the top. */
  readonly body: Body;
  /** Every node at every depth, in document order. */
  readonly nodes: readonly PlacedNode[];
  /** The top and the inside of every container. */
  readonly scopes: readonly Scope[];
  readonly catalogue: Catalogue;
  /** Names that expressions may read and nodes may write. */
  readonly names: Names;
  /** The plan and its workspace; null for a proposed body. */
  readonly authored: { readonly plan: CapabilityPlan; readonly workspace: Workspace } | null;
  /** The bounds of a proposed body; null for a plan of a workspace. */
  readonly proposed: ProposedBounds | null;
  /** What judging literals by schemas may cost, shared by all plans that are checked together (case C3). */
  readonly fuel: Fuel;
  /** Where in the document something is. */
  at(node: PlanNode | null, field?: string): Where;
}

/** What a proposed plan must keep to (P3, P8). */
export interface ProposedBounds {
  /** Ids of the capabilities that it may name; null for all of the catalogue. */
  readonly tools: ReadonlySet<string> | null;
  /** Ids of capabilities that are there besides its catalogue, and that it may not name; absent where nobody knows. */
  readonly forbidden?: ReadonlySet<string>;
  /** Ids of tools that it might name, had its planner's prompt had room for them; absent where it had. */
  readonly leftOut?: ReadonlySet<string>;
  /** Policies that rule over it (P13); absent where nobody knows. */
  readonly policies?: readonly Policy[];
  readonly maxSteps: number;
  /** How many planners its steps lie inside: 1 for what a planner of the plan itself proposed. */
  readonly plannerDepth: number;
  readonly maxPlannerDepth: number;
  /** Names that the containers around it declare, of an item or a round: it may read them (L9). */
  readonly locals?: ReadonlySet<string>;
  /**
   * Ids of steps that could not be read, where what was read of the plan is not all of it: which step comes before which is
   * then not known.
   */
  readonly unread?: ReadonlySet<string>;
}

/** What a proposed plan is judged by besides itself (P3, P8). */
export interface BodyContext extends ProposedBounds {
  /** Names of the variables of the plan that runs it (R13). */
  readonly variables: ReadonlySet<string>;
  readonly catalogue: Catalogue;
}

/** One container from the inside. */
export interface Scope {
  /** The name of the body (`guard.catch`, else its container's id); null at the top. */
  readonly id: string | null;
  readonly body: Body;
  /** Null at the top. */
  readonly container: PlanNode | null;
  /** Whether the children run one after another in document order, without edges. */
  readonly isSequence: boolean;
  /** The edges that leave each node, by its id. */
  readonly leaving: ReadonlyMap<string, readonly Edge[]>;
}

/** Whether an edge leaves a node by one of its ports. */
export function leavesBy({ leaving }: Scope, node: PlanNode, port: string): boolean {
  return leaving.get(node.id)?.some((edge) => edge.port === port) ?? false;
}

/** `"a", "b" and "c"`. */
export function listed(names: Iterable<string>): string {
  const quoted = [...names].map((name) => `"${name}"`);
  if (quoted.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
