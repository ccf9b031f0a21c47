import type { Address } from '#base';
import type { NodeTypeName, PlanNode, State } from '#plan';
import type { AgentCard } from './agentCard';
import type { DrawnTransition, StateShape } from './machineShapes';
import type { StepChange } from './planDifference';
import type { Rounds } from './rounds';
import type { NodeStatus, Span } from './runView';

/** Marks of a card besides its status: a refused streamed step, the place of the one being written, or what a revision did with it. */
export type GraphMark = 'ghost' | 'writing' | StepChange | 'added by you' | 'changed by you';

/** The bodies of a TRY_CATCH, each a lane of its box. */
export type Lane = 'try' | 'catch' | 'finally';

/**
 * One card or box to draw. `key` is unique in the graph: the node's path from the plan, so that the same card keeps its
 * identity from drawing to running. In a run it is the node's address without attempts and rounds (`placeOf`): of the
 * rounds of a container one is drawn.
 */
interface GraphCard {
  readonly key: string;
  /** Key of the box it lies in; null at the top. */
  readonly parent: string | null;
  readonly title: string;
  /** The one line that matters for this type; in a run the result in a few words. */
  readonly line: string;
  readonly address: Address;
  /** Null while no run is shown. */
  readonly status: NodeStatus | null;
  readonly mark: GraphMark | null;
  /** In a run whose question is beyond its planner: this card waits for another question. It is told in amber, not in red. */
  readonly unanswered?: true;
  /** Of a planner whose model is at work, in a run: how long that is. */
  readonly asking?: Span;
  /** What must not be overlooked though all went well, in a few words: a plan that its model did not make (P5). */
  readonly caution?: string;
  /** Reasons of a ghost, problems of a node, the text of an error: what the tooltip says. */
  readonly reason: string | null;
  /** Its problems keep nothing from running: they are told in amber, not in red. */
  readonly warned?: true;
  readonly ports: readonly string[];
  readonly hasInput: boolean;
  readonly container: boolean;
  /** Made by a planner in this run: drawn, not edited. */
  readonly dynamic: boolean;
  /** How many inner nodes have settled, of how many: shown on a box. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** The lane of a TRY_CATCH that this box is: it stands for no node of its own, and `node` is the TRY_CATCH. */
  readonly lane: Lane | null;
  /** Of a container that repeats, in a run: its rounds, and which of them is drawn. */
  readonly rounds: Rounds | null;
  /** Id of the plan that it belongs to, where a SUB_PLAN runs it: read here, changed there. */
  readonly subPlan: string | null;
}

/** A node of a capability plan. */
export interface NodeCard extends GraphCard {
  readonly node: PlanNode;
  readonly type: NodeTypeName;
  /** In a run: the state machine that it runs, where it stands; it is shown as a picture, and read where it is opened. */
  readonly picture?: MachinePicture;
  /** Of an agent in a run: how it gets on (L11). */
  readonly agent?: AgentCard;
}

/** A state machine as it is drawn small. */
export interface MachinePicture {
  readonly plan: string;
  readonly graph: Graph;
}

/** A state of a state machine plan. Its key is its id, which is unique in the plan at any depth. */
export interface StateCard extends GraphCard {
  readonly node: State;
  readonly type: 'STATE';
  readonly shape: StateShape;
}

export type GraphNode = NodeCard | StateCard;

/** The status whose colour and shape a card has: what was not understood waits for another question. */
export function shownStatus({ status, unanswered }: GraphNode): NodeStatus | null {
  return status === 'failed' && unanswered === true ? 'waiting' : status;
}

/** What a card can be: U, the second word of its accessible name. */
export type CardType = GraphNode['type'];

export interface GraphEdge {
  readonly key: string;
  readonly from: string;
  readonly port: string;
  readonly to: string;
  readonly state: 'idle' | 'taken' | 'live' | 'planned' | 'dead';
  /** Drawn because the order says so (a SYNC GROUP, steps that are still arriving); it is not in the document. */
  readonly implied: boolean;
  /** Of a state machine: the transition that it is, or the mark where a region begins. */
  readonly transition?: DrawnTransition;
}

/** Which edge it is within its container (W1), with the scope before it: unique in the graph. */
export function edgeKey(scope: Address, from: string, port: string, to: string): string {
  return `${scope}/${from}:${port}->${to}`;
}

/** What the canvas draws. Made from a plan, from a run at a position, or from a compiled machine. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/**
 * How a node is drawn: a card, a bar where ways part or meet, a container with its inside, a lane of one, a sticky note,
 * or a row where cards would be too small; of a state machine also the region of a parallel state, and a history mark.
 */
export type BoxForm = 'card' | 'bar' | 'box' | 'lane' | 'note' | 'row' | 'region' | 'mark';

/**
 * Where one node of a graph is drawn. Units are canvas pixels at zoom 1; `x` and `y` count from the top left
 * corner of the parent's box, or from the origin of the canvas at the top.
 */
export interface GraphBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly form: BoxForm;
  /** How large the card is drawn: below 1 inside an executor whose steps are scaled to fit (D4). */
  readonly scale: number;
  /** Of a container: its inside is folded away. */
  readonly collapsed: boolean;
  /** Of a container: how many nodes inside it found no room, for the "+n" chip. */
  readonly overflow: number;
  /** Where the states of the machine stand that it shows as a picture. */
  readonly picture?: Boxes;
}

/** Boxes by the key of their node. A node without one is not drawn: folded away, or out of room. */
export type Boxes = ReadonlyMap<string, GraphBox>;
