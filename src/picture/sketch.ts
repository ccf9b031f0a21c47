import type { Boxes, Graph, GraphEdge, GraphMark, GraphNode, NodeStatus } from '#projection';
import { isOpen } from './geometry/isOpen';
import { HALF_BEAM } from './geometry/ports';
import { absoluteRects, boundsOf, type Rect } from './geometry/rect';
import { routeEdges } from './geometry/routes';
import { svgPath } from './geometry/svgPath';
import { type DeclaredIcon, iconOfCard } from './icons/iconOf';
import type { IconName } from './icons/icons';

/** One node of a sketch. */
export interface SketchShape extends Rect {
  readonly key: string;
  readonly title: string;
  /** What colours it. */
  readonly kind: string;
  readonly status?: NodeStatus;
  /** Others are drawn over it. */
  readonly open: boolean;
  readonly icon?: IconName;
}

interface SketchLine {
  readonly key: string;
  readonly d: string;
  readonly state: GraphEdge['state'];
  readonly lit: boolean;
}

/** A graph as few shapes and lines: what can be told when it is drawn as large as a stamp. */
export interface Sketch {
  readonly bounds: Rect;
  readonly shapes: readonly SketchShape[];
  readonly lines: readonly SketchLine[];
}

const MARGIN = 24;
const CORNER = 14;

/**
 * Sketches a graph: cards with their icons and lines, without words; notes are left out, but for those that stand for a
 * step that could not be read.
 *
 * @param declared the icons that capabilities declare
 * @returns null where there is nothing to draw
 */
export function sketchOf(
  graph: Graph,
  boxes: Boxes,
  declared: DeclaredIcon = () => undefined,
): Sketch | null {
  const shown = graph.nodes.filter(({ type, mark }) => type !== 'NOTE' || mark === 'ghost');
  const rects = absoluteRects(shown, boxes);
  const around = boundsOf(rects.values());
  if (around === null) return null;
  const nodes = new Map(shown.map((node) => [node.key, node]));
  const parents = new Set(shown.map((node) => node.parent));
  const shapes = shown.flatMap((node): readonly SketchShape[] => {
    const rect = rects.get(node.key);
    const box = boxes.get(node.key);
    if (!rect || !box) return [];
    const { key, title, status } = node;
    const open = isOpen(box);
    const shape = {
      key,
      title,
      kind: kindOf(node, open),
      ...(status === null ? {} : { status }),
      open,
      ...(box.form === 'card' ? { icon: iconOfCard(node, declared) } : {}),
      ...rounded(box.form === 'bar' ? beamIn(rect) : rect),
    };
    const isEmptyExecutor = open && !parents.has(key) && isExecutor(node);
    return isEmptyExecutor ? [shape, ...placeholdersIn(shape)] : [shape];
  });
  const routes = [...routeEdges({ edges: graph.edges, nodes, boxes, rects }).values()];
  return {
    bounds: rounded({
      x: around.x - MARGIN,
      y: around.y - MARGIN,
      width: around.width + 2 * MARGIN,
      height: around.height + 2 * MARGIN,
    }),
    shapes,
    lines: routes.map(({ edge, points }) => ({
      key: edge.key,
      d: svgPath(
        points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) })),
        CORNER,
      ),
      state: edge.state,
      lit: edge.transition?.lit === true,
    })),
  };
}

function rounded({ x, y, width, height }: Rect): Rect {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

/** Of a bar only its beam is drawn. */
function beamIn({ x, y, width, height }: Rect): Rect {
  return { x: x + width / 2 - HALF_BEAM, y, width: 2 * HALF_BEAM, height };
}

function isExecutor({ type }: GraphNode): boolean {
  return type === 'PLAN_EXECUTOR' || type === 'PLANNER';
}

const MARKED = {
  ghost: 'refused',
  dropped: 'refused',
  writing: 'planned',
  kept: null,
  added: 'ok',
  'added by you': 'ok',
  changed: 'wait',
  'changed by you': 'wait',
} satisfies Record<GraphMark, string | null>;

/** What colours a shape: planners, executors, people and what a mark says are told apart at a glance. */
function kindOf(node: GraphNode, open: boolean): string {
  const marked = node.mark === null ? null : MARKED[node.mark];
  if (marked !== null) return marked;
  if (node.lane !== null) return 'lane';
  if (isExecutor(node)) return open ? 'run-box' : node.type === 'PLANNER' ? 'plan' : 'run';
  if (node.type === 'HUMAN_INPUT') return 'wait';
  if (node.type === 'END') return 'ok';
  if (node.dynamic) return 'ok';
  return open ? 'group' : 'card';
}

const PLACEHOLDERS = [0, 1, 2, 3, 4] as const;
const COLUMNS = 3;

/** An executor, or a planner that runs its own plan, that has not run yet shows where its steps will be. */
function placeholdersIn({ key, x, y, width, height }: SketchShape): readonly SketchShape[] {
  const cell = { width: width / (COLUMNS + 0.6), height: height / 4.2 };
  return PLACEHOLDERS.map((index) => ({
    key: `${key} ${index}`,
    title: '',
    kind: 'planned',
    open: false,
    ...rounded({
      x: x + cell.width * (0.3 + (index % COLUMNS)) + cell.width * 0.1,
      y: y + cell.height * (1.1 + 1.45 * Math.floor(index / COLUMNS)),
      width: cell.width * 0.8,
      height: cell.height * 0.9,
    }),
  }));
}
