import type { Boxes, Graph, GraphBox, GraphEdge, GraphMark, GraphNode } from '#projection';
import type { Editor } from '../editor';
import { onlyEdge } from '../target';

type Direction = 'up' | 'down' | 'left' | 'right';

/**
 * Moves the focus to a neighbour: right and left along the edges where there are any, else to what is nearest in
 * that direction in the same container. From a chosen edge it goes to the end there. Without a focus the first node
 * gets it.
 *
 * @returns the key that has the focus now; null in an empty plan
 */
export function walk(editor: Editor, direction: Direction): string | null {
  const { graph, boxes, inside } = editor.scene.getState();
  const { focus } = editor.selection.getState();
  const edge = onlyEdge(editor);
  const next =
    edge !== undefined
      ? endOf(edge, direction)
      : focus === null
        ? firstIn(graph, inside)
        : neighbourOf(graph, boxes, focus, direction);
  if (next !== null) editor.select([next]);
  return next ?? focus;
}

/** The neighbour of a node in a direction; null when there is none. */
export function neighbourOf(graph: Graph, boxes: Boxes, key: string, direction: Direction): string | null {
  const along = alongEdges(graph, boxes, key, direction);
  if (along !== null) return along;
  const parent = graph.nodes.find((node) => node.key === key)?.parent ?? null;
  const from = boxes.get(key);
  if (from === undefined) return null;
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const node of graph.nodes) {
    const box = boxes.get(node.key);
    if (node.key === key || node.parent !== parent || node.lane !== null || box === undefined) continue;
    const far = distance(from, box, direction);
    if (far < least) {
      least = far;
      best = node.key;
    }
  }
  return best ?? inNextLane(graph, parent, direction);
}

/** Up and down also lead from lane to lane of a TRY_CATCH, to the first node there. */
function inNextLane(graph: Graph, parent: string | null, direction: Direction): string | null {
  const lane = graph.nodes.find((node) => node.key === parent);
  if (lane?.lane == null || direction === 'left' || direction === 'right') return null;
  const lanes = graph.nodes.filter((node) => node.lane !== null && node.parent === lane.parent);
  const at = lanes.indexOf(lane);
  const order = direction === 'down' ? lanes.slice(at + 1) : lanes.slice(0, at).reverse();
  for (const { key } of order) {
    const first = graph.nodes.find((node) => node.parent === key);
    if (first !== undefined) return first.key;
  }
  return null;
}

/** Everything that leads to these nodes, or that they lead to, in their containers; without themselves. */
function reach(graph: Graph, keys: Iterable<string>, way: 'upstream' | 'downstream'): string[] {
  const next = new Map<string, string[]>();
  for (const edge of graph.edges) {
    const [from, to] = way === 'downstream' ? [edge.from, edge.to] : [edge.to, edge.from];
    const list = next.get(from);
    if (list) list.push(to);
    else next.set(from, [to]);
  }
  const start = new Set(keys);
  const found = new Set(start);
  for (const key of found) for (const to of next.get(key) ?? []) found.add(to);
  return [...found].filter((key) => !start.has(key));
}

/** Selects the selected nodes with all that leads to them. */
export function selectUpstream(editor: Editor): void {
  extend(editor, 'upstream');
}

/** Selects the selected nodes with all that they lead to. */
export function selectDownstream(editor: Editor): void {
  extend(editor, 'downstream');
}

/** Selects all nodes and edges of the container that has the focus. */
export function selectAll(editor: Editor): void {
  const { graph, inside } = editor.scene.getState();
  const { focus } = editor.selection.getState();
  const parent = graph.nodes.find((node) => node.key === focus)?.parent ?? inside;
  const nodes = graph.nodes.filter((node) => node.parent === parent).map((node) => node.key);
  const among = new Set(nodes);
  editor.select(
    nodes,
    graph.edges.filter((edge) => among.has(edge.from)).map((edge) => edge.key),
  );
}

function extend(editor: Editor, way: 'upstream' | 'downstream'): void {
  const { nodes, focus } = editor.selection.getState();
  const found = reach(editor.scene.getState().graph, nodes, way);
  // The focus comes last and so stays where it is.
  editor.select([...found, ...[...nodes].filter((key) => key !== focus), ...(focus === null ? [] : [focus])]);
}

function alongEdges(graph: Graph, boxes: Boxes, key: string, direction: Direction): string | null {
  if (direction === 'up' || direction === 'down') return null;
  const linked = graph.edges
    .filter((edge) => (direction === 'right' ? edge.from : edge.to) === key && edge.from !== edge.to)
    .map((edge) => (direction === 'right' ? edge.to : edge.from));
  const top = (key: string): number => boxes.get(key)?.y ?? 0;
  return linked.sort((one, other) => top(one) - top(other))[0] ?? null;
}

function endOf(edge: GraphEdge, direction: Direction): string {
  return direction === 'right' || direction === 'down' ? edge.to : edge.from;
}

function firstIn(graph: Graph, inside: string | null): string | null {
  return graph.nodes.find((node) => node.parent === inside && node.lane === null)?.key ?? null;
}

/** How far a box is in a direction: what lies beside the way counts double, what lies behind never. */
function distance(from: GraphBox, to: GraphBox, direction: Direction): number {
  const across = to.x + to.width / 2 - (from.x + from.width / 2);
  const down = to.y + to.height / 2 - (from.y + from.height / 2);
  const sideways = direction === 'left' || direction === 'right';
  const ahead = { left: -across, right: across, up: -down, down }[direction];
  if (ahead <= 0) return Number.POSITIVE_INFINITY;
  return ahead + 2 * Math.abs(sideways ? down : across);
}

/** Marks of cards that a revision, or a person's edit of a plan that waits, has left as they were. */
const UNCHANGED: ReadonlySet<GraphMark | null> = new Set([null, 'kept', 'ghost', 'writing']);

/**
 * Moves the focus to the next or the previous card that a revision or an edit has added, changed or dropped, in the order in
 * which they are drawn; from the last it goes on with the first.
 *
 * @returns its key; null where nothing has changed
 */
export function walkChanges(editor: Editor, by: 1 | -1): string | null {
  const { nodes } = editor.scene.getState().graph;
  const { focus } = editor.selection.getState();
  const at = nodes.findIndex(({ key }) => key === focus);
  const before = nodes.slice(0, Math.max(0, at)).filter(isChanged);
  const after = nodes.slice(at + 1).filter(isChanged);
  // Around the card in focus, and past the last one to the first.
  const next = by === 1 ? (after[0] ?? before[0]) : (before.at(-1) ?? after.at(-1));
  if (next !== undefined) editor.select([next.key]);
  return next?.key ?? null;
}

function isChanged({ mark }: GraphNode): boolean {
  return !UNCHANGED.has(mark);
}

/**
 * Chooses an edge without a mouse: the first that leaves the node in focus, else the first that comes to it; then
 * the next or the previous one of the plan. A chosen edge takes a new node into its middle, or is deleted.
 *
 * @returns the key of the edge; null when there is none
 */
export function walkEdges(editor: Editor, by: 1 | -1): string | null {
  const { graph } = editor.scene.getState();
  const edges = graph.edges.filter((edge) => !edge.implied);
  const chosen = onlyEdge(editor);
  const next = chosen === undefined ? firstAt(editor, edges) : edges.at(after(edges, chosen, by));
  if (next === undefined) return null;
  editor.select([], [next.key]);
  return next.key;
}

function firstAt(editor: Editor, edges: readonly GraphEdge[]): GraphEdge | undefined {
  const { focus } = editor.selection.getState();
  return edges.find((edge) => edge.from === focus) ?? edges.find((edge) => edge.to === focus) ?? edges[0];
}

function after(edges: readonly GraphEdge[], chosen: GraphEdge, by: 1 | -1): number {
  const at = edges.findIndex((edge) => edge.key === chosen.key);
  return (at + by) % edges.length;
}
