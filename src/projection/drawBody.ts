import { type Address, withBody, within } from '#base';
import { type Body, bodiesOf, isContainer, type PlanNode, portsOf } from '#plan';
import { edgeKey, type Graph, type GraphEdge, type GraphMark, type GraphNode } from './graph';
import { isSettled } from './isSettled';
import { cardTitle, type Surroundings } from './planLine';
import type { NodeStatus } from './runView';

/** A body with where it is drawn. */
export interface Drawing {
  readonly body: Body;
  readonly scope: Address;
  /** Scopes of nodes that began in an earlier revision of the plan, by id: they stay where they ran (R13). */
  readonly began: ReadonlyMap<string, Address>;
  readonly parent: Address | null;
  /** Whether its nodes follow each other in document order, without edges of their own: a SYNC GROUP. */
  readonly ordered: boolean;
  /** Made by a planner. */
  readonly dynamic: boolean;
  /** Made by a planner and not yet opened by an executor. */
  readonly planned: boolean;
  /** Nodes that are drawn and will not run, with the reason. */
  readonly ghosts: ReadonlyMap<PlanNode, string>;
}

/** How one card reads; all of it comes from diagnostics or from a run. */
export interface Reading {
  readonly status: NodeStatus | null;
  readonly line: string;
  readonly reason: string | null;
}

/** What the same plan looks like to somebody: to its author, or to the reader of a run at a position. */
export interface Eye {
  readonly around: Surroundings;
  read(node: PlanNode, address: Address, drawing: Drawing): Reading;
  edge(from: Address, port: string, to: Address, drawing: Drawing): GraphEdge['state'];
  /** What is drawn inside a node besides the body that it has: the plan of a planner. */
  inside(node: PlanNode, address: Address, drawing: Drawing): Drawing | null;
}

interface Lists {
  readonly nodes: GraphNode[];
  readonly edges: GraphEdge[];
}

/** Draws a body and all in it: parents before their contents, in document order. */
export function drawBody(drawing: Drawing, eye: Eye): Graph {
  const lists: Lists = { nodes: [], edges: [] };
  drawInto(lists, drawing, eye);
  return lists;
}

/** An ordinary body at an address: nothing of it is made by a planner. */
export function plainDrawing(body: Body, scope: Address, parent: Address | null): Drawing {
  return {
    body,
    scope,
    began: NOWHERE,
    parent,
    ordered: false,
    dynamic: false,
    planned: false,
    ghosts: NONE,
  };
}

/** Where nothing began before. */
export const NOWHERE: ReadonlyMap<string, Address> = new Map();
const NONE: ReadonlyMap<PlanNode, string> = new Map();

/** The address of a node of a drawing, without attempt. */
export function addressIn({ scope, began }: Drawing, id: string): Address {
  return within(began.get(id) ?? scope, id);
}

function drawInto(lists: Lists, drawing: Drawing, eye: Eye): void {
  const reached = new Set(drawing.body.edges.map((edge) => edge.to));
  for (const [index, node] of drawing.body.nodes.entries()) {
    const hasInput = node.type !== 'START' && node.type !== 'NOTE';
    const follows = drawing.ordered && index > 0;
    drawNode(lists, node, drawing, eye, hasInput || follows || reached.has(node.id));
  }
  drawEdges(lists.edges, drawing, eye);
}

function drawNode(lists: Lists, node: PlanNode, drawing: Drawing, eye: Eye, hasInput: boolean): void {
  const address = addressIn(drawing, node.id);
  const ghost = drawing.ghosts.get(node);
  const inside = contentsOf(node, address, drawing, eye);
  const at = lists.nodes.length;
  const reading = eye.read(node, address, drawing);
  const mark: GraphMark | null = ghost === undefined ? null : 'ghost';
  const card: GraphNode = {
    key: address,
    parent: drawing.parent,
    node,
    type: node.type,
    title: cardTitle(node, eye.around.catalogue),
    ...reading,
    address,
    mark,
    reason: ghost ?? reading.reason,
    ports: portsOf(node),
    hasInput,
    container: inside.length > 0 || node.type === 'PLAN_EXECUTOR',
    dynamic: drawing.dynamic,
    progress: null,
  };
  lists.nodes.push(card);
  if (inside.length === 0) return;
  for (const inner of inside) drawInto(lists, inner, eye);
  lists.nodes[at] = { ...card, progress: progressIn(lists.nodes, at, address) };
}

/** What is drawn in a node: the bodies of a container, or the plan of a planner. */
function contentsOf(node: PlanNode, address: Address, drawing: Drawing, eye: Eye): readonly Drawing[] {
  if (!isContainer(node)) {
    const inner = eye.inside(node, address, drawing);
    return inner === null ? [] : [inner];
  }
  const { dynamic, planned, ghosts } = drawing;
  const ordered = node.type === 'GROUP' && node.params.mode === 'SYNC';
  return bodiesOf(node).map(({ name, body }) => {
    const scope = name === 'body' ? address : withBody(address, name);
    return { body, scope, began: NOWHERE, parent: address, ordered, dynamic, planned, ghosts };
  });
}

/**
 * Counts the nodes directly inside; notes and ghosts never run. In a box that did not come to its end, what was skipped
 * because of that is not done.
 */
function progressIn(nodes: readonly GraphNode[], at: number, parent: string): GraphNode['progress'] {
  const cutShort = nodes[at]?.status === 'failed' || nodes[at]?.status === 'cancelled';
  let done = 0;
  let total = 0;
  for (let index = at + 1; index < nodes.length; index++) {
    const inner = nodes[index];
    if (inner?.parent !== parent || inner.type === 'NOTE' || inner.mark === 'ghost') continue;
    total++;
    if (cutShort ? inner.status === 'succeeded' : isSettled(inner.status)) done++;
  }
  return total === 0 ? null : { done, total };
}

function drawEdges(edges: GraphEdge[], drawing: Drawing, eye: Eye): void {
  for (const { from, port, to } of edgesOf(drawing)) {
    const source = addressIn(drawing, from);
    const target = addressIn(drawing, to);
    edges.push({
      // An edge belongs to the revision that its target came with, so it keeps its key in those that follow.
      key: edgeKey(drawing.began.get(to) ?? drawing.scope, from, port, to),
      from: source,
      port,
      to: target,
      state: eye.edge(source, port, target, drawing),
      implied: drawing.ordered,
    });
  }
}

/** The edges of a body, or the chain of an ordered one. Notes and ghosts are in no chain. */
export function edgesOf(drawing: Drawing): readonly { from: string; port: string; to: string }[] {
  if (!drawing.ordered) return drawing.body.edges;
  const chain = drawing.body.nodes.filter((node) => node.type !== 'NOTE' && !drawing.ghosts.has(node));
  return chain.slice(1).map((node, index) => ({ from: chain[index]?.id ?? '', port: 'out', to: node.id }));
}
