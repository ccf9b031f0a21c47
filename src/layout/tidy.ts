import { childrenOf } from './children';
import { type Link, layered, type Point, type Sized } from './layered';
import { edgesAmong } from './placeMembers';
import type { Rect } from './roomFor';
import { GAP, GROUP, insideOf, LANE, PADDING, REPEATING, type Size, snap, TITLE_BAR } from './sizes';
import { partsOf, stackParts } from './stackParts';
import { VIEW_WIDTH } from './viewWidth';

/** A node to tidy: where it is, from its parent's corner, and how large. */
export interface TidyNode extends Rect {
  readonly key: string;
  readonly parent: string | null;
  /** A group takes the size of what is in it; anything else keeps its own. */
  readonly grows: boolean;
  /** Of a group: the size that its author gave it, if any. */
  readonly least?: Size;
  /** A body of a TRY_CATCH: it stands where the box around it wants it. */
  readonly lane?: boolean;
  /** A box that says in its title how it repeats is wider by itself. */
  readonly repeats?: boolean;
  /** A note is not part of the flow. */
  readonly note: boolean;
}

export interface TidyInput {
  /** In document order: the order decides ties, so that tidying twice gives the same picture. */
  readonly nodes: readonly TidyNode[];
  readonly edges: readonly Link[];
  /** Tidy only these, where they are; without it, everything. */
  readonly selection?: ReadonlySet<string>;
}

/** Lays out one container: ELK in its worker, or `layered` where none may start. */
export type LayoutEngine = (
  nodes: readonly Sized[],
  links: readonly Link[],
  signal?: AbortSignal,
) => Promise<ReadonlyMap<string, Point>>;

/** The simple layout as an engine: in this thread, for small graphs, tests, and where workers are refused. */
export const simpleEngine: LayoutEngine = async (nodes, links) => layered(nodes, links);

/**
 * E1: tidies a plan, container by container from the inside out, to the right, in rows no wider than a view. The
 * top left corner of what is tidied stays; notes line up below. A second tidy moves nothing.
 *
 * @returns new top left corners by key, from the parent's corner; only of what was asked for
 * @throws the signal's reason when it is aborted
 * @example const places = await tidy(tidyInput(graph, boxes, layout), elkEngine());
 */
export async function tidy(
  input: TidyInput,
  engine: LayoutEngine,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Point>> {
  const places = new Map<string, Point>();
  const children = childrenOf(input.nodes);
  const sizes = new Map<string, Size>(input.nodes.map((node) => [node.key, node]));
  for (const parent of innermostFirst(input.nodes)) {
    const members = (children.get(parent) ?? []).filter((node) => input.selection?.has(node.key) ?? true);
    if (members.length === 0 || (input.selection && members.length === 1)) continue;
    if (parent !== null && members.some(({ lane }) => lane)) {
      sizes.set(parent, around(input.nodes, parent, members, sizes));
      continue;
    }
    signal?.throwIfAborted();
    const flowing = members.filter((node) => !node.note).map((node) => sized(node, sizes));
    const links = edgesAmong(flowing, input.edges);
    const parts = partsOf(flowing, links, parent !== null);
    const laidOut = await Promise.all(parts.map((part) => engine(part, edgesAmong(part, links), signal)));
    const inRows = stackParts(parts, laidOut, links, VIEW_WIDTH);
    const isLane = input.nodes.some(({ key, lane }) => key === parent && lane);
    const inside = insideOf({ lane: isLane ? 'try' : null });
    const origin = input.selection || parent === null ? cornerOf(members) : inside;
    for (const [key, point] of settle(flowing, members, inRows, origin)) places.set(key, point);
    if (parent !== null && !input.selection)
      sizes.set(parent, grown(input.nodes, parent, members, places, sizes));
  }
  return places;
}

/** Puts the flow at the origin, on the grid, and the notes in a row below it. */
function settle(
  flowing: readonly Sized[],
  members: readonly TidyNode[],
  inRows: ReadonlyMap<string, Point>,
  origin: Point,
): ReadonlyMap<string, Point> {
  const places = new Map<string, Point>();
  let bottom = origin.y;
  for (const node of flowing) {
    const at = inRows.get(node.key);
    if (!at) continue;
    const point = { x: origin.x + snap(at.x), y: origin.y + snap(at.y) };
    places.set(node.key, point);
    bottom = Math.max(bottom, point.y + node.height + GAP.height);
  }
  let x = origin.x;
  for (const note of members.filter((node) => node.note)) {
    places.set(note.key, { x, y: origin.y + snap(bottom - origin.y) });
    x += snap(note.width + GAP.width);
  }
  return places;
}

function sized(node: TidyNode, sizes: ReadonlyMap<string, Size>): Sized {
  const { width, height } = sizes.get(node.key) ?? node;
  return { key: node.key, width, height };
}

/** The size of a group around its members' new places. */
function grown(
  nodes: readonly TidyNode[],
  key: string,
  members: readonly TidyNode[],
  places: ReadonlyMap<string, Point>,
  sizes: ReadonlyMap<string, Size>,
): Size {
  const node = nodes.find((one) => one.key === key);
  const now = sizes.get(key) ?? GROUP;
  if (!node?.grows) return now;
  const least = node.least ?? (node.lane ? LANE : node.repeats ? REPEATING : GROUP);
  const reach = members.map((member) => {
    const { x, y } = places.get(member.key) ?? member;
    const { width, height } = sizes.get(member.key) ?? member;
    return { right: x + width + PADDING, bottom: y + height + PADDING };
  });
  return {
    width: Math.max(least.width, ...reach.map((one) => one.right)),
    height: Math.max(least.height, ...reach.map((one) => one.bottom)),
  };
}

/** The size of a TRY_CATCH around its lanes, which stand one below the other. */
function around(
  nodes: readonly TidyNode[],
  key: string,
  lanes: readonly TidyNode[],
  sizes: ReadonlyMap<string, Size>,
): Size {
  const node = nodes.find((one) => one.key === key);
  const inner = lanes.map((lane) => sizes.get(lane.key) ?? lane);
  const least = node?.least ?? REPEATING;
  return {
    width: Math.max(least.width, ...inner.map(({ width }) => width)),
    height: Math.max(least.height, TITLE_BAR + inner.reduce((sum, { height }) => sum + height, 0)),
  };
}

/** The containers, each after all that lie in it; the top comes last. */
function innermostFirst(nodes: readonly TidyNode[]): readonly (string | null)[] {
  const children = childrenOf(nodes);
  const order: (string | null)[] = [];
  const visit = (parent: string | null): void => {
    for (const node of children.get(parent) ?? []) if (children.has(node.key)) visit(node.key);
    order.push(parent);
  };
  visit(null);
  return order;
}

function cornerOf(members: readonly TidyNode[]): Point {
  return {
    x: snap(Math.min(...members.map((node) => node.x))),
    y: snap(Math.min(...members.map((node) => node.y))),
  };
}
