import type { Diagnostic, Result } from '#base';
import type { Edge, PlanNode } from '../nodes/node';
import type { CapabilityPlan, Plan } from '../schema/plan';
import type {
  DelayedTransition,
  EventTransition,
  State,
  StateMachinePlan,
  Transition,
} from '../schema/stateMachine';
import type { ItemList, ItemOf, Place, Policy, Workspace } from '../schema/workspace';
import type { ContainerId, Places } from './inPlan';

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

/** A transition of any list. */
export type AnyTransition = EventTransition | DelayedTransition | Transition;

/** Where a transition is: of which state (null is the machine itself), and written where in it (`/on/0`). */
interface TransitionRef {
  readonly state: string | null;
  readonly path: string;
}

/** Puts a state, with all that is inside it, into another, or into the machine itself (null). */
export interface AddState {
  readonly edit: 'add-state';
  readonly plan: string;
  readonly into: string | null;
  /** Place in document order; at the end when left out. */
  readonly index?: number;
  readonly state: State;
  readonly place?: Place;
}

/**
 * Removes states with all that is inside them, their places, and what names them: transitions that lead to them only,
 * initial states, `defaultNext`. Nothing is led elsewhere.
 */
export interface RemoveStates {
  readonly edit: 'remove-states';
  readonly plan: string;
  readonly states: readonly string[];
}

/** Puts a state in place of another, in the same place; under a new id all that names it, and its place, follow. */
export interface UpdateState {
  readonly edit: 'update-state';
  readonly plan: string;
  readonly state: string;
  readonly to: State;
}

/** Moves a state in document order, or into another. Transitions stay: they lead by id. */
export interface MoveState {
  readonly edit: 'move-state';
  readonly plan: string;
  readonly state: string;
  readonly into: string | null;
  /** Its place in the target, counted without the state itself; at the end when left out. */
  readonly index?: number;
}

/** Adds a transition to a list of a state: `/on`, `/always`, `/after`, `/onDone`, `/invoke/0/onDone`. */
export interface AddTransition {
  readonly edit: 'add-transition';
  readonly plan: string;
  readonly state: string | null;
  readonly list: string;
  /** Its priority: 0 is looked at first; the last when left out. */
  readonly index?: number;
  readonly transition: AnyTransition;
}

/** Puts a transition in place of another. */
export interface UpdateTransition extends TransitionRef {
  readonly edit: 'update-transition';
  readonly plan: string;
  readonly to: AnyTransition;
}

/** Removes transitions; the labels of those that remain keep their places. */
export interface RemoveTransitions {
  readonly edit: 'remove-transitions';
  readonly plan: string;
  readonly transitions: readonly TransitionRef[];
}

/** Gives a transition another priority in its list. */
export interface MoveTransition extends TransitionRef {
  readonly edit: 'move-transition';
  readonly plan: string;
  readonly index: number;
}

/** What changes a state machine. Their inverse is the plan's old content (`update-plan`) and its old places. */
type MachineEdit =
  | AddState
  | RemoveStates
  | UpdateState
  | MoveState
  | AddTransition
  | UpdateTransition
  | RemoveTransitions
  | MoveTransition;
