import type { Diagnostic, Result } from '#base';
import type { Edge, PlanNode } from '../nodes/node';
import type { CapabilityPlan, Plan } from '../schema/plan';
import type { StateMachinePlan } from '../schema/stateMachine';
import type { ItemList, ItemOf, Place, Policy, Workspace } from '../schema/workspace';
import type { ContainerId } from './inPlan';
import type { Places } from './layout';
import type { MachineEdit } from './machine/machineEdits';

/** Every way in which a workspace changes, as JSON (E2). How each is done, and undone, is a file of this folder. */
export type Edit =
  | AddNode
  | RemoveNodes
  | UpdateNode
  | MoveNode
  | PlaceNodes
  | AddEdge
  | RemoveEdges
  | AddPlan
  | RemovePlan
  | UpdatePlan
  | PutItem
  | RemoveItem
  | RenameWorkspace
  | SetPolicies
  | ReplaceWorkspace
  | MachineEdit
  | Batch;

/** The next workspace and the edit that leads back, or the reason why the edit does not fit. */
export type Applied = Result<{ readonly workspace: Workspace; readonly inverse: Edit }, Diagnostic>;

/** Puts a node, with all that is inside it, into a container. */
export interface AddNode {
  readonly edit: 'add-node';
  readonly plan: string;
  readonly into: ContainerId;
  /** Place in document order; at the end when left out. */
  readonly index?: number;
  readonly node: PlanNode;
  readonly place?: Place;
}

/** Removes nodes with all that is inside them, the edges that touch them, and their places. Heals nothing itself. */
export interface RemoveNodes {
  readonly edit: 'remove-nodes';
  readonly plan: string;
  readonly nodes: readonly string[];
}

/**
 * Puts a node in place of another, in the same place; under a new id its edges and its place follow, and where a port has
 * another name the edges that leave it do.
 */
export interface UpdateNode {
  readonly edit: 'update-node';
  readonly plan: string;
  readonly node: string;
  readonly to: PlanNode;
}

/** Moves a node in document order, or into another container when no edge holds it where it is. */
export interface MoveNode {
  readonly edit: 'move-node';
  readonly plan: string;
  readonly node: string;
  readonly into: ContainerId;
  /** Its place in the target, counted without the node itself. */
  readonly index: number;
}

/** Places nodes on the canvas (W4), or takes their places away. */
export interface PlaceNodes {
  readonly edit: 'place-nodes';
  readonly plan: string;
  readonly places: Places;
}

/** Joins two nodes of one container. */
export interface AddEdge {
  readonly edit: 'add-edge';
  readonly plan: string;
  readonly edge: Edge;
  /**
   * The container. When left out it is that of the two nodes, which must be there; undo names it, so that an
   * edge to nowhere, which a document may have, can come back too.
   */
  readonly into?: ContainerId;
  /** Place among the edges; at the end when left out. */
  readonly index?: number;
}

/** Removes edges, each named by its identity (from, port, to). */
export interface RemoveEdges {
  readonly edit: 'remove-edges';
  readonly plan: string;
  readonly edges: readonly Edge[];
}

/** Puts a plan into the workspace. */
export interface AddPlan {
  readonly edit: 'add-plan';
  readonly plan: Plan;
  /** Its place among the plans, of which the first runs by default; at the end when left out. */
  readonly index?: number;
  readonly layout?: { readonly [node: string]: Place };
}

/** Removes a plan and its layout. */
export interface RemovePlan {
  readonly edit: 'remove-plan';
  readonly plan: string;
}

type Changes<Fields> = { readonly [Key in keyof Fields]?: Fields[Key] | null };

/** Fields of a plan besides its nodes and edges; null takes an optional one away. */
export type PlanChanges =
  | Changes<Omit<CapabilityPlan, 'kind' | 'nodes' | 'edges'>>
  | Changes<Omit<StateMachinePlan, 'kind'>>;

/** Changes what a plan is besides its nodes and edges: id, name, variables, result, states … */
export interface UpdatePlan {
  readonly edit: 'update-plan';
  readonly plan: string;
  readonly to: PlanChanges;
}

/** Puts a prompt, model, connection, planner, parser, feature, document, capability or session in place of the one with its id, or adds it. */
export type PutItem = {
  readonly [List in ItemList]: {
    readonly edit: 'put-item';
    readonly list: List;
    readonly item: ItemOf<List>;
    /** Place of a new item; at the end when left out. */
    readonly index?: number;
  };
}[ItemList];

/** Removes an item of one of the workspace's lists. */
export interface RemoveItem {
  readonly edit: 'remove-item';
  readonly list: ItemList;
  readonly id: string;
}

/** Gives the workspace another name. */
export interface RenameWorkspace {
  readonly edit: 'rename-workspace';
  readonly name: string;
}

/** Puts a list of policies in place of the one that there is: the first that fits decides, so their order counts (P13). */
export interface SetPolicies {
  readonly edit: 'set-policies';
  readonly policies: readonly Policy[];
}

/** Puts another state of the whole workspace in place of this one (W6: revert to a checkpoint). Its id stays. */
export interface ReplaceWorkspace {
  readonly edit: 'replace-workspace';
  /** As `read` gave it. */
  readonly workspace: Workspace;
}

/** Several edits as one: all of them or none, and one undo. */
export interface Batch {
  readonly edit: 'batch';
  /** What the history calls it. */
  readonly label: string;
  readonly edits: readonly Edit[];
}
