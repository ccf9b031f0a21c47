import { useMemo } from 'react';
import {
  absoluteRects,
  boundsOf,
  HALF_BEAM,
  isOpen,
  type Rect,
  type RoutedEdge,
  routeEdges,
  svgPath,
} from '#picture';
import type { Boxes, Graph, GraphNode } from '#projection';
import './styles/preview.css';

const MARGIN = 24;
const RADIUS = 14;
const BOX_RADIUS = 18;
const LETTER = 26;

/**
 * A small picture of a graph that cannot be touched (E8): shapes and lines without words, in the colours of what
 * the nodes are. Pure SVG that fills its parent.
 *
 * @param label what the picture shows; without it the picture is decoration
 * @param words writes the names of the cards
 */
export function GraphPreview({
  graph,
  boxes,
  label,
  words = false,
}: {
  readonly graph: Graph;
  readonly boxes: Boxes;
  readonly label?: string;
  readonly words?: boolean;
}) {
  const picture = useMemo(() => pictureOf(graph, boxes), [graph, boxes]);
  if (picture === null) return null;
  const { bounds, shapes, routes } = picture;
  return (
    <svg
      className="graph-preview"
      viewBox={`${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`}
      preserveAspectRatio="xMidYMid meet"
      role={label === undefined ? 'presentation' : 'img'}
      aria-label={label}
    >
      {shapes.filter((shape) => shape.open).map(drawShape)}
      {routes.map((route) => (
        <path
          key={route.edge.key}
          className="line"
          data-state={route.edge.state}
          data-lit={route.edge.transition?.lit || undefined}
          d={svgPath(route.points, RADIUS)}
        />
      ))}
      {shapes.filter((shape) => !shape.open).map(drawShape)}
      {words && shapes.map(drawName)}
      {shapes.filter(isEmptyExecutor).flatMap(({ node, rect }) =>
        placeholdersIn(rect).map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: always the same five, in the same order.
          <rect key={`${node.key} ${index}`} className="shape" data-kind="planned" {...place} rx={RADIUS} />
        )),
      )}
    </svg>
  );
}

function drawShape({ node, rect, open }: Shape) {
  return (
    <rect
      key={node.key}
      className="shape"
      data-kind={kindOf(node, open)}
      data-status={node.status ?? undefined}
      {...rect}
      rx={open ? BOX_RADIUS : RADIUS}
    />
  );
}

/** The name of a card in its middle, of a box at its top; as large as fits. */
function drawName({ node, rect, open }: Shape) {
  const size = Math.min(LETTER, (rect.width - 12) / (0.58 * Math.max(1, node.title.length)));
  return (
    <text
      key={`${node.key} name`}
      className="name"
      x={open ? rect.x + 12 : rect.x + rect.width / 2}
      y={open ? rect.y + 22 : rect.y + rect.height / 2}
      fontSize={size}
      textAnchor={open ? 'start' : 'middle'}
      dominantBaseline="middle"
    >
      {node.title}
    </text>
  );
}

interface Shape {
  readonly node: GraphNode;
  readonly rect: Rect;
  readonly open: boolean;
  readonly empty: boolean;
}

function isEmptyExecutor({ node, open, empty }: Shape): boolean {
  return open && empty && (node.type === 'PLAN_EXECUTOR' || node.type === 'PLANNER');
}

interface Picture {
  readonly bounds: Rect;
  readonly shapes: readonly Shape[];
  readonly routes: readonly RoutedEdge[];
}

function pictureOf(graph: Graph, boxes: Boxes): Picture | null {
  const shown = graph.nodes.filter((node) => node.type !== 'NOTE');
  const rects = absoluteRects(shown, boxes);
  const around = boundsOf(rects.values());
  if (around === null) return null;
  const nodes = new Map(shown.map((node) => [node.key, node]));
  const parents = new Set(shown.map((node) => node.parent));
  const shapes = shown.flatMap((node): readonly Shape[] => {
    const rect = rects.get(node.key);
    const box = boxes.get(node.key);
    if (!rect || !box) return [];
    const open = isOpen(box);
    return [{ node, rect: box.form === 'bar' ? beamIn(rect) : rect, open, empty: !parents.has(node.key) }];
  });
  return {
    bounds: {
      x: around.x - MARGIN,
      y: around.y - MARGIN,
      width: around.width + 2 * MARGIN,
      height: around.height + 2 * MARGIN,
    },
    shapes,
    routes: [...routeEdges({ edges: graph.edges, nodes, boxes, rects }).values()],
  };
}

/** Of a bar only its beam is drawn. */
function beamIn({ x, y, width, height }: Rect): Rect {
  return { x: x + width / 2 - HALF_BEAM, y, width: 2 * HALF_BEAM, height };
}

/** What colours a shape: planners, executors and people are told apart at a glance. */
function kindOf(node: GraphNode, open: boolean): string {
  if (node.lane !== null) return 'lane';
  if (node.type === 'PLANNER') return open ? 'run-box' : 'plan';
  if (node.type === 'PLAN_EXECUTOR') return open ? 'run-box' : 'run';
  if (node.type === 'HUMAN_INPUT') return 'wait';
  if (node.type === 'END') return 'ok';
  if (node.dynamic) return 'ok';
  return open ? 'group' : 'card';
}

const PLACEHOLDERS = [0, 1, 2, 3, 4] as const;
const COLUMNS = 3;

/** An executor, or a planner that runs its own plan, that has not run yet shows where its steps will be: what a template's picture is about. */
function placeholdersIn({ x, y, width, height }: Rect): readonly Rect[] {
  const cell = { width: width / (COLUMNS + 0.6), height: height / 4.2 };
  return PLACEHOLDERS.map((index) => ({
    x: x + cell.width * (0.3 + (index % COLUMNS)) + cell.width * 0.1,
    y: y + cell.height * (1.1 + 1.45 * Math.floor(index / COLUMNS)),
    width: cell.width * 0.8,
    height: cell.height * 0.9,
  }));
}
