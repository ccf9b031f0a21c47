import type { GraphEdge } from '#projection';
import { lengthOf, middleOf } from '../along';
import { isOpen } from '../isOpen';
import type { Side } from '../ports';
import { contains, type Rect } from '../rect';
import { depthOf, type RoutedEdge, type RouteInput, type Routes } from '../routed';
import { LabelPlaces } from './LabelPlaces';
import { type End, join, pointOn, type Way } from './sides';

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
const LABELS_AT_ONCE = 2_000;

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

/** The sides at which a line leaves one state and meets another. */
interface Sides {
  readonly from: Side;
  readonly to: Side;
  /** The state that it leaves, or meets, holds the other end. */
  readonly fromInner: boolean;
  readonly toInner: boolean;
}

const SIDES: readonly Side[] = ['right', 'bottom', 'left', 'top'];
/** What a bend, a state that is passed behind, and a way back on itself weigh, in pixels. */
const BEND = 60;
const BEHIND = 1_200;
const BACK = 400;
/** A machine is read to the right and down: the other sides are taken where they spare a detour. */
const DISLIKE: Readonly<Record<'from' | 'to', Readonly<Record<Side, number>>>> = {
  from: { right: 0, bottom: 20, top: 60, left: 60 },
  to: { left: 0, top: 20, bottom: 60, right: 60 },
};

/** The sides that give the shortest line with the fewest bends that passes behind nothing. */
function chooseSides(source: Rect, target: Rect, obstacles: readonly Rect[]): Sides {
  const fromInner = holds(source, target);
  const toInner = holds(target, source);
  let best: Sides = { from: 'right', to: 'left', fromInner, toInner };
  let least = Number.POSITIVE_INFINITY;
  for (const from of SIDES) {
    for (const to of SIDES) {
      const one = end(source, from, fromInner, target);
      const other = end(target, to, toInner, source);
      const dislike = DISLIKE.from[from] + DISLIKE.to[to];
      // No way is shorter than that: of thousands of transitions most sides need not be tried.
      if (Math.abs(one.at.x - other.at.x) + Math.abs(one.at.y - other.at.y) + dislike >= least) continue;
      const way = join(one, other);
      const cost = costOf(way, obstacles, source, target, fromInner || toInner) + dislike;
      if (cost < least) {
        least = cost;
        best = { from, to, fromInner, toInner };
      }
    }
  }
  return best;
}

/** Where a line meets the middle of a side; from inside it meets the border level with the other end. */
function end(rect: Rect, side: Side, inner: boolean, other: Rect, share = 0.5): End {
  if (!inner) return { at: pointOn(rect, side, share), side, inner };
  const x = other.x + other.width * share;
  const y = other.y + other.height * share;
  const at = pointOn(rect, side, 0.5);
  return { at: side === 'left' || side === 'right' ? { x: at.x, y } : { x, y: at.y }, side, inner };
}

function holds(outer: Rect, inner: Rect): boolean {
  return (
    outer !== inner &&
    contains(outer, inner.x, inner.y) &&
    contains(outer, inner.x + inner.width, inner.y + inner.height)
  );
}

function costOf(way: Way, obstacles: readonly Rect[], source: Rect, target: Rect, nested: boolean): number {
  let cost = BEND * (way.length - 2);
  for (const [index, to] of way.entries()) {
    const from = way[index - 1];
    if (from === undefined) continue;
    cost += Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
    for (const rect of obstacles) if (crosses(from, to, rect)) cost += BEHIND;
    if (nested) continue;
    if (crosses(from, to, source)) cost += BACK;
    if (crosses(from, to, target)) cost += BACK;
  }
  return cost;
}

/** Whether a straight piece passes through a rectangle. */
function crosses(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  rect: Rect,
): boolean {
  return (
    Math.max(from.x, to.x) > rect.x + 1 &&
    Math.min(from.x, to.x) < rect.x + rect.width - 1 &&
    Math.max(from.y, to.y) > rect.y + 1 &&
    Math.min(from.y, to.y) < rect.y + rect.height - 1
  );
}

const TITLE_BAR = 40;
/** The name at the corner of a region: its height, what is around it, and a letter of it. */
const NAME = { height: 26, around: 20, letter: 6.6 } as const;
/** The dot where a region begins, and the line from it. */
const DOT = { width: 44, height: 18 } as const;

/**
 * What a label may not cover: states, the titles of those that hold others, the names of regions, and the dots where
 * they begin.
 */
function solidIn({ nodes, boxes, rects, edges }: RouteInput): readonly Rect[] {
  const solid: Rect[] = [];
  for (const [key, rect] of rects) {
    const node = nodes.get(key);
    const box = boxes.get(key);
    if (node === undefined || box === undefined) continue;
    if (box.form === 'region') solid.push(nameOf(rect, node.title));
    else solid.push(isOpen(box) ? { ...rect, height: Math.min(rect.height, TITLE_BAR) } : rect);
  }
  for (const { to, transition } of edges) {
    const rect = transition?.cause === 'initial' ? rects.get(to) : undefined;
    if (rect !== undefined) solid.push(dotBefore(rect));
  }
  return solid;
}

function nameOf({ x, y, width }: Rect, title: string): Rect {
  return { x, y, width: Math.min(width, title.length * NAME.letter + NAME.around), height: NAME.height };
}

function dotBefore({ x, y, height }: Rect): Rect {
  return { x: x - DOT.width, y: y + (Math.min(height, 60) - DOT.height) / 2, ...DOT };
}
