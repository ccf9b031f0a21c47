import { isContainer, type Place } from '#plan';
import type { Boxes, Graph, GraphBox, GraphNode } from '#projection';
import { childrenOf } from './children';
import { flowInside, type InsideFlow } from './flowInside';
import { arrangeStates } from './machine/arrangeStates';
import { placeMembers } from './placeMembers';
import { roomFor } from './roomFor';
import {
  AGENT,
  BAR,
  cardSize,
  EXECUTOR,
  FOLDED,
  GROUP,
  insideOf,
  LANE,
  LEAST_AGENT,
  LEAST_PICTURE,
  NOTE,
  PADDING,
  PICTURE,
  REPEATING,
  type Size,
  TITLE_BAR,
} from './sizes';

/** What to arrange besides the graph. */
interface ArrangeOptions {
  /** Draw only the inside of this node, at full size: what double click on a box shows. */
  readonly inside?: string | null;
  /** Folds that the viewer chose, by key; the document's own are in `places`. */
  readonly folded?: ReadonlyMap<string, boolean>;
  /** Layouts of the plans that SUB_PLANs run, by plan id. */
  readonly layouts?: Readonly<Record<string, Places>>;
}

type Places = Readonly<Record<string, Place>>;

/** A box while it is made: its size comes first, its place later. */
type BoxInTheMaking = { -readonly [Key in keyof GraphBox]: GraphBox[Key] };

interface Arranged {
  readonly boxes: Map<string, BoxInTheMaking>;
  readonly children: ReadonlyMap<string | null, readonly GraphNode[]>;
  readonly graph: Graph;
  readonly placeOf: (node: GraphNode) => Place | undefined;
  readonly folded: ReadonlyMap<string, boolean>;
  readonly laneOf: (key: string) => GraphNode['lane'];
  readonly layouts: NonNullable<ArrangeOptions['layouts']>;
}

/**
 * Turns a graph and the document's layout into boxes to draw: what a person placed stays exactly there, groups
 * grow around what is in them, steps that a planner made flow inside their executor's box (D4), and what has no
 * place yet gets one that moves nothing else. Pure and quick: it runs at every step of a run.
 *
 * @param graph nodes in document order, containers before or after what is in them
 * @param places the document's layout of this plan, by node id; coordinates count from the top left of the
 *   container that the node is in
 */
export function arrange(graph: Graph, places: Places, options: ArrangeOptions = {}): Boxes {
  if (graph.nodes[0]?.type === 'STATE') return arrangeStates(graph, places, options);
  const lanes = new Map(graph.nodes.flatMap(({ key, lane }) => (lane === null ? [] : [[key, lane]])));
  const arranged: Arranged = {
    boxes: new Map(),
    children: childrenOf(graph.nodes),
    graph,
    placeOf: (node) => storedPlace(node, places, options.layouts),
    folded: options.folded ?? new Map(),
    laneOf: (key) => lanes.get(key) ?? null,
    layouts: options.layouts ?? {},
  };
  arrangeMembers(arranged, options.inside ?? null);
  return arranged.boxes;
}

/** What a planner made has no place; what a SUB_PLAN runs has that of its own plan. */
function storedPlace(node: GraphNode, places: Places, layouts: ArrangeOptions['layouts']): Place | undefined {
  if (node.lane !== null) return undefined;
  if (node.subPlan !== null) return layouts?.[node.subPlan]?.[node.node.id];
  return node.dynamic ? undefined : places[node.node.id];
}

/** Places everything in one container and gives the size that holds it. */
function arrangeMembers(arranged: Arranged, parent: string | null): Size {
  const members = arranged.children.get(parent) ?? [];
  if (members[0]?.type === 'STATE') return arrangeChart(arranged, parent);
  for (const node of members) arrangeNode(arranged, node);
  if (members.some((node) => node.lane !== null)) return arrangeLanes(arranged.boxes, members, parent);
  const box = parent === null || !arranged.boxes.has(parent) ? undefined : parent;
  const origin = box === undefined ? { x: 0, y: 0 } : insideOf({ lane: arranged.laneOf(box) });
  const placed = placeMembers(members, arranged.boxes, arranged.graph.edges, arranged.placeOf, origin);
  for (const [key, { x, y }] of placed) {
    const box = arranged.boxes.get(key);
    if (box === undefined) continue;
    box.x = x;
    box.y = y;
  }
  growPlanners(arranged, members);
  growShown(arranged, members);
  return boundsOf(members.flatMap((node) => arranged.boxes.get(node.key) ?? []));
}

/** Makes the box of a node, and those of all that is in it; its place comes later. */
function arrangeNode(arranged: Arranged, node: GraphNode): Size {
  const place = arranged.placeOf(node);
  const collapsed = arranged.folded.get(node.key) ?? place?.collapsed ?? false;
  // A step without a node, refused or still being written, stands in as a NOTE; it is a step all the same.
  if (node.type === 'NOTE' && node.mark !== 'ghost' && node.mark !== 'writing')
    return put(arranged, node, { form: 'note', ...sizeFrom(place, NOTE), color: place?.color ?? 'yellow' });
  if (node.lane !== null) return arrangeLane(arranged, node);
  if (node.type === 'FORK' || node.type === 'JOIN') return put(arranged, node, { form: 'bar', ...BAR });
  if (!node.container) return put(arranged, node, { form: 'card', ...cardSize(node) });
  if (node.type === 'PLANNER' || node.type === 'SUB_PLAN')
    return arrangePlanner(arranged, node, place, collapsed);
  if (collapsed) return put(arranged, node, { form: 'box', ...FOLDED, collapsed: true });
  if (node.type !== 'STATE' && isContainer(node.node)) {
    const usual = node.type === 'GROUP' ? GROUP : REPEATING;
    put(arranged, node, { form: 'box', ...usual });
    const inside = arrangeMembers(arranged, node.key);
    const grown = node.type === 'TRY_CATCH' ? inside : grownAround(inside);
    const least = sizeFrom(place, usual);
    if (node.type === 'TRY_CATCH')
      widenLanes(arranged.boxes, arranged.children.get(node.key) ?? [], least.width);
    return put(arranged, node, {
      form: 'box',
      width: Math.max(least.width, grown.width),
      height: Math.max(least.height, grown.height),
    });
  }
  return arrangeSteps(arranged, node, sizeFrom(place, EXECUTOR));
}

/** A body of a TRY_CATCH; where it stands and how wide it is, the box around it says. */
function arrangeLane(arranged: Arranged, node: GraphNode): Size {
  put(arranged, node, { form: 'lane', ...LANE });
  const grown = grownAround(arrangeMembers(arranged, node.key));
  return put(arranged, node, {
    form: 'lane',
    width: Math.max(LANE.width, grown.width),
    height: Math.max(LANE.height, grown.height),
  });
}

/** A card, unless room is kept for its steps, or there is room for more: see `growPlanners`. */
function arrangePlanner(
  arranged: Arranged,
  node: GraphNode,
  place: Place | undefined,
  collapsed: boolean,
): Size {
  if (node.type === 'PLANNER' && !collapsed && (place === undefined ? isOwnExecutor(node) : place.width))
    return arrangeSteps(arranged, node, sizeFrom(place, EXECUTOR));
  const hasSteps = (arranged.children.get(node.key) ?? []).length > 0;
  return put(arranged, node, { form: 'card', ...cardSize(node), collapsed: hasSteps });
}

/** A planner that carries out its plan itself, in a document that nobody has laid out yet: room for it costs nothing. */
function isOwnExecutor({ node, dynamic }: GraphNode): boolean {
  return !dynamic && 'type' in node && node.type === 'PLANNER' && node.params?.execute === 'inline';
}

/** D4: the steps of an executor flow inside a size that never changes. */
function arrangeSteps(arranged: Arranged, node: GraphNode, size: Size): Size {
  const steps = arranged.children.get(node.key) ?? [];
  if (steps[0]?.type === 'STATE') {
    for (const [key, box] of chartInside(arranged.graph, node.key, size)) arranged.boxes.set(key, box);
    return put(arranged, node, { form: 'box', ...size });
  }
  const flow = flowOfSteps(steps, size);
  for (const [key, place] of flow.places) {
    arranged.boxes.set(key, {
      ...place,
      form: flow.form,
      scale: flow.scale,
      // Seen from outside a container in a plan is one step; its own inside is a double click away.
      collapsed: true,
      overflow: 0,
    });
  }
  return put(arranged, node, { form: 'box', ...size, overflow: flow.overflow });
}

/** The place of a step that is still being written is the first to give way: no step that has arrived is hidden for it (D4). */
function flowOfSteps(steps: readonly GraphNode[], size: Size): InsideFlow {
  const flow = flowInside(steps.map(keyOf), size);
  const arrived = steps.filter(({ mark }) => mark !== 'writing');
  return flow.overflow === 0 ? flow : flowInside(arrived.map(keyOf), size);
}

const keyOf = ({ key }: GraphNode): string => key;

/** The machine that an executor runs, looked at from inside at full size (M5). */
function arrangeChart(arranged: Arranged, parent: string | null): Size {
  const boxes = arrangeStates(partOf(arranged.graph, parent), {}, { folded: arranged.folded });
  for (const [key, box] of boxes) arranged.boxes.set(key, box);
  return boundsOf([...boxes.values()]);
}

/** A PLANNER whose plan no executor will run shows it in its own box, where there is room beside it (D4). */
function growPlanners(arranged: Arranged, members: readonly GraphNode[]): void {
  for (const node of members) {
    if (node.type !== 'PLANNER') continue;
    const box = arranged.boxes.get(node.key);
    const steps = arranged.children.get(node.key) ?? [];
    if (box?.form !== 'card' || steps.length === 0) continue;
    if (arranged.folded.get(node.key) === true) continue;
    const room = roomBeside(arranged, node, box, members, EXECUTOR);
    if (room === null) continue;
    arrangeSteps(arranged, node, room);
    const grown = arranged.boxes.get(node.key);
    if (grown) arranged.boxes.set(node.key, { ...grown, x: box.x, y: box.y });
  }
}

/**
 * A card grows to show what a run has inside it, the machine of a SUB_PLAN or an agent at work (L11), where there is room beside
 * it: nothing moves for it. Folded it is a title bar, from which it is unfolded again.
 */
function growShown(arranged: Arranged, members: readonly GraphNode[]): void {
  for (const node of members) {
    const box = arranged.boxes.get(node.key);
    const sizes = sizesToShow(node);
    if (box === undefined || sizes === null) continue;
    const collapsed = arranged.folded.get(node.key) === true;
    const { wanted, least } = collapsed ? AS_TITLE : sizes;
    const room = roomBeside(arranged, node, box, members, wanted, least);
    if (room === null) continue;
    const picture = collapsed ? null : pictureIn(arranged, node);
    arranged.boxes.set(node.key, {
      ...box,
      ...room,
      form: 'box',
      collapsed,
      ...(picture === null ? {} : { picture }),
    });
  }
}

interface Sizes {
  readonly wanted: Size;
  readonly least: Size;
}

const AS_TITLE: Sizes = { wanted: FOLDED, least: FOLDED };

function sizesToShow(node: GraphNode): Sizes | null {
  if (node.type === 'STATE') return null;
  if (node.picture !== undefined) return { wanted: PICTURE, least: LEAST_PICTURE };
  return node.agent === undefined ? null : { wanted: AGENT, least: LEAST_AGENT };
}

function pictureIn({ layouts }: Arranged, node: GraphNode): Boxes | null {
  if (node.type === 'STATE' || node.picture === undefined) return null;
  const { plan, graph } = node.picture;
  return arrangeStates(graph, layouts[plan] ?? {});
}

/** The room that a card could grow into without touching the others of its container. */
function roomBeside(
  arranged: Arranged,
  node: GraphNode,
  box: GraphBox,
  members: readonly GraphNode[],
  wanted: Size,
  least?: Size,
): Size | null {
  const others = members.flatMap((other) => (other === node ? [] : (arranged.boxes.get(other.key) ?? [])));
  return roomFor(box, others, wanted, least);
}

function put(
  arranged: Arranged,
  node: GraphNode,
  box: Size & Pick<GraphBox, 'form'> & Partial<Pick<GraphBox, 'collapsed' | 'overflow' | 'color'>>,
): Size {
  arranged.boxes.set(node.key, { x: 0, y: 0, scale: 1, collapsed: false, overflow: 0, ...box });
  return box;
}

function sizeFrom(place: Place | undefined, fallback: Size): Size {
  return { width: place?.width ?? fallback.width, height: place?.height ?? fallback.height };
}

function grownAround(inside: Size): Size {
  return { width: inside.width + PADDING, height: inside.height + PADDING };
}

function boundsOf(boxes: readonly GraphBox[]): Size {
  let width = 0;
  let height = 0;
  for (const box of boxes) {
    width = Math.max(width, box.x + box.width);
    height = Math.max(height, box.y + box.height);
  }
  return { width, height };
}

/**
 * The bodies of a TRY_CATCH: one below the other, as wide as the widest, filling their box below its title bar.
 *
 * @param parent key of the box; null when its inside is all that is shown
 * @returns the size of the whole, title bar included
 */
function arrangeLanes(
  boxes: Map<string, GraphBox>,
  lanes: readonly GraphNode[],
  parent: string | null,
): Size {
  const width = Math.max(GROUP.width, ...lanes.map((lane) => boxes.get(lane.key)?.width ?? 0));
  let y = parent !== null && boxes.has(parent) ? TITLE_BAR : 0;
  for (const lane of lanes) {
    const box = boxes.get(lane.key);
    if (box === undefined) continue;
    boxes.set(lane.key, { ...box, x: 0, y, width });
    y += box.height;
  }
  return { width, height: y };
}

/** An author may draw the box wider than its lanes need. */
function widenLanes(boxes: Map<string, GraphBox>, lanes: readonly GraphNode[], least: number): void {
  for (const { key } of lanes) {
    const box = boxes.get(key);
    if (box !== undefined && box.width < least) boxes.set(key, { ...box, width: least });
  }
}

/** Below this a card is not read: then its states flow like steps. */
const LEGIBLE = 0.72;
/** Free room between the border of the box and its states. */
const INSET: Size = { width: 28, height: 20 };

/**
 * The machine that an executor runs, seen from outside, inside a size that never changes (D4, M5): laid out like any chart
 * and scaled to fit; where that would not be read, its states flow like steps. What is inside a state is a double click away.
 *
 * @param box key of the executor
 */
function chartInside(graph: Graph, box: string, size: Size): ReadonlyMap<string, GraphBox> {
  const part = partOf(graph, box);
  const top = part.nodes.filter(({ parent }) => parent === null);
  const folded = new Map(top.map(({ key }) => [key, true]));
  const laid = [...arrangeStates({ ...part, nodes: top }, {}, { folded })];
  const width = Math.max(1, ...laid.map(([, one]) => one.x + one.width));
  const height = Math.max(1, ...laid.map(([, one]) => one.y + one.height));
  const area = { width: size.width - 2 * INSET.width, height: size.height - TITLE_BAR - 2 * INSET.height };
  const scale = Math.min(1, area.width / width, area.height / height);
  if (scale < LEGIBLE) return flowing(top, size);
  const left = INSET.width + (area.width - width * scale) / 2;
  const above = TITLE_BAR + INSET.height + (area.height - height * scale) / 2;
  return new Map(
    laid.map(([key, one]) => [
      key,
      {
        ...one,
        x: left + one.x * scale,
        y: above + one.y * scale,
        width: one.width * scale,
        height: one.height * scale,
        scale,
        collapsed: true,
      },
    ]),
  );
}

function flowing(states: readonly GraphNode[], size: Size): ReadonlyMap<string, GraphBox> {
  const { places, form, scale } = flowInside(
    states.map(({ key }) => key),
    size,
  );
  return new Map(
    [...places].map(([key, place]) => [key, { ...place, form, scale, collapsed: true, overflow: 0 }]),
  );
}

/** What is in one box of a graph, as a graph of its own. */
function partOf({ nodes, edges }: Graph, box: string | null): Graph {
  const kept = new Map<string, GraphNode>();
  // Parents come before their contents.
  for (const node of nodes) {
    if (node.parent === box) kept.set(node.key, { ...node, parent: null });
    else if (node.parent !== null && kept.has(node.parent)) kept.set(node.key, node);
  }
  return { nodes: [...kept.values()], edges: edges.filter(({ from, to }) => kept.has(from) && kept.has(to)) };
}
