import type { Place } from '#plan';
import type { Boxes, BoxForm, Graph, GraphBox, GraphEdge, StateCard } from '#projection';
import type { Point, Sized } from '../layered';
import { placeMembers } from '../placeMembers';
import type { Size } from '../sizes';
import {
  AROUND,
  type ChartTree,
  chartTree,
  insideOfState,
  type LabelledLink,
  labelRooms,
  leafSize,
  NEST,
} from './chartTree';
import { flowOf } from './flow';
import { placePanes } from './panes';

type Places = Readonly<Record<string, Place>>;

interface Arranged {
  readonly boxes: Map<string, GraphBox>;
  readonly tree: ChartTree;
  readonly graph: Graph;
  readonly places: Places;
  readonly folded: ReadonlyMap<string, boolean>;
}

/**
 * Turns the graph of a machine and the document's layout into boxes: what a person placed stays exactly there, states
 * grow around what is in them, regions are panes that fill their parallel state, and what has no place yet gets one
 * that moves nothing else. Pure and quick.
 *
 * @param inside draw only what is in this state, by key
 */
export function arrangeStates(
  graph: Graph,
  places: Places,
  {
    inside = null,
    folded = new Map(),
  }: { inside?: string | null; folded?: ReadonlyMap<string, boolean> } = {},
): Boxes {
  return keptArrangement(JSON.stringify([inside, [...folded], places, shapeOf(graph)]), () => {
    const arranged: Arranged = { boxes: new Map(), tree: chartTree(graph), graph, places, folded };
    arrangeMembers(arranged, inside);
    return arranged.boxes;
  });
}

/** All of a graph that its layout depends on: not where a run or a simulation stands in it. */
function shapeOf({ nodes, edges }: Graph): readonly unknown[] {
  return [
    nodes.map((node) => [
      node.key,
      node.parent,
      node.container,
      node.type === 'STATE' ? [node.shape.kind, node.shape.region] : null,
    ]),
    edges.map(({ key, from, to, transition }) => [key, from, to, transition?.cause, transition?.label]),
  ];
}

/** Places everything in one state and gives the size that holds it. */
function arrangeMembers(arranged: Arranged, parent: string | null): Size {
  const members = arranged.tree.children.get(parent) ?? [];
  const sizes = new Map(members.map((state) => [state.key, arrangeState(arranged, state)]));
  const holder = parent === null ? undefined : arranged.boxes.get(parent);
  const panes = members.filter(({ shape }) => shape.region);
  const origin = holder === undefined ? { x: 0, y: 0 } : insideOfState(holder.form === 'region');
  if (panes.length > 0) return placePanes(arranged.boxes, panes, holder !== undefined);
  const links = arranged.tree.links.get(parent) ?? [];
  const placed = members.some(({ node }) => arranged.places[node.id] !== undefined);
  const flow = placed
    ? beside(arranged, members, sizes, links, origin)
    : shifted(flowOf(sized(sizes), links), origin);
  for (const [key, point] of flow) moveTo(arranged, key, point);
  const boxes = members.flatMap(({ key }) => arranged.boxes.get(key) ?? []);
  return {
    width: Math.max(0, ...boxes.map((box) => box.x + box.width)),
    height: Math.max(0, ...boxes.map((box) => box.y + box.height)),
  };
}

/** Makes the box of a state, and those of all that is in it; its place comes later. */
function arrangeState(arranged: Arranged, state: StateCard): Size {
  const place = arranged.places[state.node.id];
  const { kind, region } = state.shape;
  const collapsed = !region && (arranged.folded.get(state.key) ?? place?.collapsed ?? false);
  if (kind === 'history') return put(arranged, state, 'mark', leafSize(state, false));
  if (!state.container && !region) return put(arranged, state, 'card', leafSize(state, false));
  if (collapsed) return put(arranged, state, 'box', leafSize(state, true), true);
  const form = region ? 'region' : 'box';
  put(arranged, state, form, NEST);
  const inner = arrangeMembers(arranged, state.key);
  const panes = (arranged.tree.children.get(state.key) ?? []).some(({ shape }) => shape.region);
  const around = panes ? 0 : AROUND;
  const least = region
    ? { width: 0, height: 0 }
    : { width: place?.width ?? NEST.width, height: place?.height ?? NEST.height };
  return put(arranged, state, form, {
    width: Math.max(least.width, inner.width + around),
    height: Math.max(least.height, inner.height + around),
  });
}

function put(arranged: Arranged, state: StateCard, form: BoxForm, size: Size, collapsed = false): Size {
  const { width, height } = size;
  arranged.boxes.set(state.key, { x: 0, y: 0, width, height, form, scale: 1, collapsed, overflow: 0 });
  return { width, height };
}

function moveTo(arranged: Arranged, key: string, { x, y }: Point): void {
  const box = arranged.boxes.get(key);
  if (box) arranged.boxes.set(key, { ...box, x, y });
}

type Sizes = ReadonlyMap<string, Size>;

function sized(sizes: Sizes): readonly Sized[] {
  return [...sizes].map(([key, { width, height }]) => ({ key, width, height }));
}

/** States without a place stand beside those that have one, and move nothing. */
function beside(
  { places }: Arranged,
  members: readonly StateCard[],
  sizes: Sizes,
  links: readonly LabelledLink[],
  origin: Point,
): ReadonlyMap<string, Point> {
  const labels = labelRooms(links);
  const roomy = new Map(
    [...sizes].map(([key, { width, height }]) => [key, { width: width + labels.beside(key), height }]),
  );
  const edges = links.map(
    ({ from, to }, index): GraphEdge => ({
      key: `${index}`,
      from,
      port: 'out',
      to,
      state: 'idle',
      implied: true,
    }),
  );
  return placeMembers(members, roomy, edges, ({ node }) => places[node.id], origin);
}

function shifted(places: ReadonlyMap<string, Point>, by: Point): ReadonlyMap<string, Point> {
  return new Map([...places].map(([key, { x, y }]) => [key, { x: x + by.x, y: y + by.y }]));
}

/** So many machines are seen at once: the open one, and those in pictures. */
const MOST = 8;
const KEPT = new Map<string, Boxes>();

/**
 * The boxes of a machine that was arranged before: a run or a simulation draws it anew at every event, and only where it
 * stands has changed. Of 300 states and 1,000 transitions arranging is most of the work: 148 ms where drawing the graph
 * takes 3 (measured beside other work).
 *
 * @param shape all that the arrangement depends on, as a text
 */
function keptArrangement(shape: string, arrange: () => Boxes): Boxes {
  const boxes = KEPT.get(shape) ?? arrange();
  KEPT.delete(shape);
  KEPT.set(shape, boxes);
  const [oldest] = KEPT.keys();
  if (KEPT.size > MOST && oldest !== undefined) KEPT.delete(oldest);
  return boxes;
}
