import { useMemo } from 'react';
import type { Boxes, Graph, GraphNode } from '#projection';
import { absoluteRects, boundsOf, type Rect } from './geometry/rect';
import { type RoutedEdge, routeEdges } from './geometry/routes';
import { svgPath } from './paint/svgPath';
import './styles/preview.css';

const MARGIN = 24;
const RADIUS = 14;
const BOX_RADIUS = 18;

/**
 * A small picture of a graph that cannot be touched (E8): shapes and lines without words, in the colours of what
 * the nodes are. Pure SVG that fills its parent.
 *
 * @param label what the picture shows; without it the picture is decoration
 */
export function GraphPreview({
  graph,
  boxes,
  label,
}: {
  readonly graph: Graph;
  readonly boxes: Boxes;
  readonly label?: string;
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
          d={svgPath(route.points, RADIUS)}
        />
      ))}
      {shapes.filter((shape) => !shape.open).map(drawShape)}
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

interface Shape {
  readonly node: GraphNode;
  readonly rect: Rect;
  readonly open: boolean;
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
  const shapes = shown.flatMap((node): readonly Shape[] => {
    const rect = rects.get(node.key);
    const box = boxes.get(node.key);
    return rect && box ? [{ node, rect, open: box.form === 'box' && !box.collapsed }] : [];
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

/** What colours a shape: planners, executors and people are told apart at a glance. */
function kindOf(node: GraphNode, open: boolean): string {
  if (node.type === 'PLANNER') return 'plan';
  if (node.type === 'PLAN_EXECUTOR') return open ? 'run-box' : 'run';
  if (node.type === 'HUMAN_INPUT') return 'wait';
  if (node.type === 'END') return 'ok';
  if (node.dynamic) return 'ok';
  return open ? 'group' : 'card';
}
