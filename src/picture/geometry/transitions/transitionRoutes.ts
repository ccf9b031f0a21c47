import type { GraphEdge } from '#projection';
import { lengthOf, middleOf } from '../along';
import type { Side } from '../ports';
import type { Rect } from '../rect';
import { depthOf, type RoutedEdge, type RouteInput, type Routes } from '../routed';
import { chooseSides, end, type Sides } from './chooseSides';
import { LabelPlaces } from './LabelPlaces';
import { join, type Way } from './sides';
import { solidIn } from './solidIn';

/** How far apart lines meet one side of a state, and how near to its corners. */
const PITCH = 18;
const CORNER = 14;
/** The dot where a region begins stands so far before its first state. */
const BEFORE = 36;
/** How far a line that comes back to its own state leads around its corner. */
const LOOP = 22;
/** More obstacles than this are not looked at: lines may then pass behind states. */
const MOST_OBSTACLES = 160;

interface Line {
  readonly edge: GraphEdge;
  readonly source: Rect;
  readonly target: Rect;
  /** Null of one that comes back to its own state, or from nowhere. */
  readonly sides: Sides | null;
}

/** So many labels find their place in one go: those of a larger machine follow frame by frame (measured: 15 µs each). */
export const LABELS_AT_ONCE = 2_000;

/** So many lines are led in one go while nothing is drawn yet: 7,500 of them took a quarter of a second. */
export const LINES_AT_ONCE = 2_500;

/** The ways of transitions with the places of their labels, at once. */
export function routeTransitions(input: RouteInput): Routes {
  const routes = new Map<string, RoutedEdge>();
  const routing = transitionsInSlices(input, routes);
  while (!routing.next().done);
  return routes;
}

/**
 * Puts the ways of transitions into `routes`: each leaves and meets states at the sides that suit it, lines at one side stand
 * apart, and those that come back to their own state lead around its corner. All have their way with the first step; labels
 * of a large machine stand in the middle of their lines until a later step finds their place.
 *
 * @param isFirst nothing is drawn yet, and no line is missed: those of a large machine come with later steps, too
 */
export function* transitionsInSlices(
  input: RouteInput,
  routes: Map<string, RoutedEdge>,
  isFirst = false,
): Generator<void, void> {
  const atOnce = isFirst ? LINES_AT_ONCE : Number.POSITIVE_INFINITY;
  const lines: Line[] = [];
  for (const [index, edge] of input.edges.entries()) {
    if (index > 0 && index % atOnce === 0) yield;
    lines.push(...lineOf(edge, input));
  }
  const shares = sharesOf(lines);
  const ways = new Map<string, Way>();
  const loops = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    if (index % atOnce === 0 && lines.length > atOnce) yield;
    const { edge, source, target } = line;
    const points = wayOf(line, shares, turnOf(line, loops));
    ways.set(edge.key, points);
    const depth = Math.max(depthOf(edge.from, input.nodes), depthOf(edge.to, input.nodes));
    routes.set(edge.key, { edge, points, middle: middleOf(points), depth, scale: 1, source, target });
  }
  if (lines.length > LABELS_AT_ONCE) yield;
  const places = new LabelPlaces(solidIn(input));
  let placed = 0;
  for (const { edge } of inOrderOfLabels(lines, ways)) {
    if (placed === LABELS_AT_ONCE) {
      yield;
      placed = 0;
    }
    placed++;
    const route = routes.get(edge.key);
    if (route) routes.set(edge.key, { ...route, ...places.placeOf(edge, route.points) });
  }
}

/** Which of the lines that come back to its state it is, or that come to the machine from nowhere. */
function turnOf({ edge, sides }: Line, loops: Map<string, number>): number {
  const turn = loops.get(edge.from) ?? 0;
  if (edge.transition?.cause !== 'initial' && sides === null) loops.set(edge.from, turn + 1);
  return turn;
}

/**
 * Labels that were moved come first: the others make room for them. Then those of the shortest lines, which have the fewest
 * places.
 */
function inOrderOfLabels(lines: readonly Line[], ways: ReadonlyMap<string, Way>): readonly Line[] {
  const isMoved = ({ edge }: Line) => edge.transition?.offset != null;
  const others = lines
    .filter((line) => !isMoved(line))
    .map((line) => ({ line, length: lengthOf(ways.get(line.edge.key) ?? []) }))
    .sort((one, other) => one.length - other.length)
    .map(({ line }) => line);
  return [...lines.filter(isMoved), ...others];
}

function lineOf(edge: GraphEdge, input: RouteInput): readonly Line[] {
  const source = input.rects.get(edge.from);
  const target = input.rects.get(edge.to);
  if (!source || !target) return [];
  if (edge.from === edge.to) return [{ edge, source, target, sides: null }];
  return [{ edge, source, target, sides: chooseSides(source, target, obstaclesOf(edge, input)) }];
}

/** What a line should not pass behind: states that hold neither end, nor lie in one. */
function obstaclesOf({ from, to }: GraphEdge, { nodes, rects }: RouteInput): readonly Rect[] {
  if (rects.size > MOST_OBSTACLES) return [];
  const around = new Set<string>([...upFrom(from, nodes), ...upFrom(to, nodes)]);
  const found: Rect[] = [];
  for (const [key, rect] of rects) {
    const parent = nodes.get(key)?.parent ?? null;
    // What lies in a state that is passed is passed with it.
    if (!around.has(key) && (parent === null || around.has(parent))) found.push(rect);
  }
  return found;
}

function upFrom(key: string, nodes: RouteInput['nodes']): readonly string[] {
  const path: string[] = [];
  for (let at: string | null = key; at !== null; at = nodes.get(at)?.parent ?? null) path.push(at);
  return path;
}

type Shares = ReadonlyMap<string, number>;

/** Where on its side each end stands: in the order of what it leads to, so that lines do not cross at once. */
function sharesOf(lines: readonly Line[]): Shares {
  const bySide = new Map<
    string,
    { readonly name: string; readonly towards: number; readonly length: number }[]
  >();
  const add = (line: Line, which: 'from' | 'to', side: Side, rect: Rect, other: Rect): void => {
    const across = side === 'left' || side === 'right';
    const key = `${line.edge[which]} ${side}`;
    const one = {
      name: `${line.edge.key} ${which}`,
      towards: across ? other.y + other.height / 2 : other.x + other.width / 2,
      length: across ? rect.height : rect.width,
    };
    const list = bySide.get(key);
    if (list) list.push(one);
    else bySide.set(key, [one]);
  };
  for (const line of lines) {
    const { sides, source, target } = line;
    if (line.edge.transition?.cause === 'initial') add(line, 'to', 'left', target, target);
    if (sides === null) continue;
    if (!sides.fromInner) add(line, 'from', sides.from, source, target);
    if (!sides.toInner) add(line, 'to', sides.to, target, source);
  }
  const shares = new Map<string, number>();
  for (const list of bySide.values()) {
    const length = list[0]?.length ?? 1;
    const pitch = Math.min(PITCH, (length - 2 * CORNER) / Math.max(1, list.length - 1));
    list.sort((one, other) => one.towards - other.towards);
    list.forEach(({ name }, index) => {
      shares.set(name, 0.5 + ((index - (list.length - 1) / 2) * pitch) / length);
    });
  }
  return shares;
}

function wayOf({ edge, source, target, sides }: Line, shares: Shares, turn: number): Way {
  const toShare = shares.get(`${edge.key} to`) ?? 0.5;
  if (edge.transition?.cause === 'initial') {
    const y = target.y + Math.min(target.height, 60) * toShare;
    return [
      { x: target.x - BEFORE, y },
      { x: target.x, y },
    ];
  }
  if (edge.transition?.state === null) return fromAnywhere(target, turn);
  if (sides === null) return loopAt(source, turn);
  return join(
    end(source, sides.from, sides.fromInner, target, shares.get(`${edge.key} from`) ?? 0.5),
    end(target, sides.to, sides.toInner, source, toShare),
  );
}

/** A transition of the machine itself comes from above. */
function fromAnywhere({ x, y, width }: Rect, turn: number): Way {
  const at = x + width / 2 + (turn % 2 === 0 ? 1 : -1) * Math.ceil(turn / 2) * 3 * PITCH;
  return [
    { x: at, y: y - 2 * BEFORE },
    { x: at, y },
  ];
}

/** Around the corner at the top right; each further one leads around those before. */
function loopAt({ x, y, width, height }: Rect, turn: number): Way {
  const right = x + width;
  const out = LOOP + turn * PITCH;
  const inset = Math.min(width / 2, CORNER + 16 + turn * PITCH);
  const down = Math.min(height / 2, CORNER + 6 + turn * (PITCH / 2));
  return [
    { x: right - inset, y },
    { x: right - inset, y: y - out },
    { x: right + out, y: y - out },
    { x: right + out, y: y + down },
    { x: right, y: y + down },
  ];
}
