import type { Address, Diagnostic } from '#base';
import type { Catalogue, NodeTypeName, NoteColor, Plan, PlanNode, State, TransitionCause } from '#plan';
import type { AgentCard } from './agent';
import { inNames } from './names';
import type { Rounds } from './rounds';
import type { NodeStatus, Span } from './runView';

/** What has become of a step from one plan to the next (P9). */
export type StepChange = 'kept' | 'added' | 'changed' | 'dropped';

/** Marks of a card besides its status: a refused streamed step, the place of the one being written, or what a revision did with it. */
export type GraphMark = 'ghost' | 'writing' | StepChange | 'added by you' | 'changed by you';

/** The bodies of a TRY_CATCH, each a lane of its box. */
export type Lane = 'try' | 'catch' | 'finally';

export type StateKind = 'atomic' | 'compound' | 'parallel' | 'final' | 'history';

/** How a state is drawn besides its words. */
interface StateShape {
  readonly kind: StateKind;
  /** Right inside a parallel state: a pane of it, parted from the others by a dashed line. */
  readonly region: boolean;
  /** Of a history state: it remembers all levels (H*), not one (H). */
  readonly deep: boolean;
  /** Whether the event that is looked at enters or leaves it (M7). */
  readonly preview: 'in' | 'out' | null;
}

/** A transition as it is drawn: one line for each of its targets. */
export interface DrawnTransition {
  /** Id of the state that has it; null is the machine itself. */
  readonly state: string | null;
  /** Where it is written in that state: `/on/0`. */
  readonly path: string;
  readonly cause: TransitionCause | 'initial' | 'history';
  /** The event and its condition, the delay, …; empty for none. */
  readonly label: string;
  /** It can be taken now. */
  readonly lit: boolean;
  /** The event that is looked at takes it. */
  readonly preview: boolean;
  /** The delay that it waits for is running. */
  readonly timer: RunningDelay | null;
  /** Where its author moved the label, from the middle of the line, in canvas pixels. */
  readonly offset: { readonly x: number; readonly y: number } | null;
}

/** A delay that is running. All times are milliseconds since the epoch. */
export interface RunningDelay {
  readonly from: number;
  readonly until: number;
  /** The moment that is looked at; null while time goes on. */
  readonly at: number | null;
}

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

/** What a card says of the problems of its node, or state. */
export interface CardProblems {
  readonly reason: string;
  /** None of them keeps the plan from running: they are told in amber. */
  readonly warned?: true;
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
  /** Of a note. */
  readonly color?: NoteColor;
  /** Where the states of the machine stand that it shows as a picture. */
  readonly picture?: Boxes;
}

/** Boxes by the key of their node. A node without one is not drawn: folded away, or out of room. */
export type Boxes = ReadonlyMap<string, GraphBox>;

/**
 * The graph `next` with the cards and edges of `previous` wherever they read the same, so that what is drawn
 * from them need not be drawn again (CANVAS: a subscription per node). One that shares them all already stays itself.
 */
export function shareGraph(previous: Graph, next: Graph): Graph {
  const nodes = shareList(previous.nodes, next.nodes, sameNode);
  const edges = shareList(previous.edges, next.edges, sameEdge);
  if (nodes === previous.nodes && edges === previous.edges) return previous;
  return nodes === next.nodes && edges === next.edges ? next : { nodes, edges };
}

function shareList<Item extends { readonly key: string }>(
  previous: readonly Item[],
  next: readonly Item[],
  same: (one: Item, other: Item) => boolean,
): readonly Item[] {
  const find = finder(previous);
  let changed = previous.length !== next.length;
  let isShared = true;
  const shared = next.map((item, index) => {
    const before = find(item.key);
    const kept = before !== undefined && same(before, item) ? before : item;
    if (kept !== previous[index]) changed = true;
    if (kept !== item) isShared = false;
    return kept;
  });
  if (!changed) return previous;
  return isShared ? next : shared;
}

/** Finds items by their keys: most are asked for in the order in which they stand, and need no map. */
function finder<Item extends { readonly key: string }>(
  items: readonly Item[],
): (key: string) => Item | undefined {
  let next = 0;
  let indices: ReadonlyMap<string, number> | null = null;
  return (key) => {
    const here = items[next];
    if (here?.key === key) {
      next++;
      return here;
    }
    indices ??= new Map(items.map((item, index) => [item.key, index]));
    const index = indices.get(key);
    if (index === undefined) return undefined;
    next = index + 1;
    return items[index];
  };
}

function sameNode(one: GraphNode, other: GraphNode): boolean {
  return (
    one.node === other.node &&
    one.parent === other.parent &&
    one.address === other.address &&
    one.title === other.title &&
    one.line === other.line &&
    one.status === other.status &&
    one.mark === other.mark &&
    one.unanswered === other.unanswered &&
    one.caution === other.caution &&
    one.asking?.from === other.asking?.from &&
    one.asking?.at === other.asking?.at &&
    one.reason === other.reason &&
    one.warned === other.warned &&
    one.hasInput === other.hasInput &&
    one.container === other.container &&
    one.dynamic === other.dynamic &&
    one.progress?.done === other.progress?.done &&
    one.progress?.total === other.progress?.total &&
    sameShape(one, other) &&
    samePicture(one, other) &&
    sameAgent(one, other) &&
    sameRounds(one.rounds, other.rounds)
  );
}

/** Whether two readings of a container's rounds look the same. */
export function sameRounds(one: GraphNode['rounds'], other: GraphNode['rounds']): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.shown === other.shown &&
    one.statuses.length === other.statuses.length &&
    one.statuses.every((status, index) => status === other.statuses[index])
  );
}

function sameEdge(one: GraphEdge, other: GraphEdge): boolean {
  return one.state === other.state && one.implied === other.implied && sameTransition(one, other);
}

function sameTransition({ transition: one }: GraphEdge, { transition: other }: GraphEdge): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.label === other.label &&
    one.lit === other.lit &&
    one.preview === other.preview &&
    one.timer?.from === other.timer?.from &&
    one.timer?.until === other.timer?.until &&
    one.timer?.at === other.timer?.at &&
    one.offset?.x === other.offset?.x &&
    one.offset?.y === other.offset?.y
  );
}

/** Whether two states look the same; two nodes always do. */
export function sameShape(one: GraphNode, other: GraphNode): boolean {
  if (one.type !== 'STATE' || other.type !== 'STATE') return one.type === other.type;
  return (
    one.shape.kind === other.shape.kind &&
    one.shape.region === other.shape.region &&
    one.shape.deep === other.shape.deep &&
    one.shape.preview === other.shape.preview
  );
}

/** Whether two agents tell the same of themselves. */
export function sameAgent(one: GraphNode, other: GraphNode): boolean {
  const before = one.type === 'STATE' ? undefined : one.agent;
  const after = other.type === 'STATE' ? undefined : other.agent;
  if (before === undefined || after === undefined) return before === after;
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Whether two pictures of machines show the same. */
export function samePicture(one: GraphNode, other: GraphNode): boolean {
  const before = one.type === 'STATE' ? undefined : one.picture;
  const after = other.type === 'STATE' ? undefined : other.picture;
  if (before === undefined || after === undefined) return before === after;
  return before.graph === after.graph || shareGraph(before.graph, after.graph) === before.graph;
}

/** Where a machine stands, of a simulation or of a run, as far as it is drawn. All sets hold ids of states. */
export interface MachineLight {
  readonly active: ReadonlySet<string>;
  /** States that were active and are no more. */
  readonly left: ReadonlySet<string>;
  /** Transitions that were taken, by `transitionKey`: the path that led here. */
  readonly taken: ReadonlySet<string>;
  /** Transitions that can be taken now, by `transitionKey`. */
  readonly possible: ReadonlySet<string>;
  /** Delays that are running, by `transitionKey`. */
  readonly delays: ReadonlyMap<string, RunningDelay>;
  /** The configuration after the event that is looked at, and the transitions that lead there. */
  readonly preview: { readonly active: ReadonlySet<string>; readonly taken: ReadonlySet<string> } | null;
}

export const NO_LIGHT: MachineLight = {
  active: new Set(),
  left: new Set(),
  taken: new Set(),
  possible: new Set(),
  delays: new Map(),
  preview: null,
};

/** The problems of the nodes, or states, of a plan, by their ids: each sentence once, in the order of the list. */
export function problemsOf(
  plan: Plan,
  diagnostics: readonly Diagnostic[],
  catalogue: Catalogue | null,
): ReadonlyMap<string, CardProblems> {
  const found = new Map<string, { sentences: Set<string>; isError: boolean }>();
  for (const { where, message, severity } of diagnostics) {
    if (where.node === undefined || (where.plan !== undefined && where.plan !== plan.id)) continue;
    const known = found.get(where.node) ?? { sentences: new Set<string>(), isError: false };
    known.sentences.add(inNames(message, plan, catalogue));
    found.set(where.node, { ...known, isError: known.isError || severity === 'error' });
  }
  return new Map(
    [...found].map(([node, { sentences, isError }]) => {
      const reason = [...sentences].join('\n');
      return [node, isError ? { reason } : { reason, warned: true }] as const;
    }),
  );
}
