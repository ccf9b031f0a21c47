import type { Boxes, Graph, GraphBox, GraphNode, NodeStatus } from '#projection';
import { shownStatus } from '#projection';
import { drawBox } from './draw/box';
import { drawCard, drawState } from './draw/card';
import { drawEdge, drawLabel, LABEL } from './draw/edge';
import { TITLE_BAR } from './draw/look';
import type { Mark } from './draw/mark';
import { drawNote } from './draw/note';
import { drawBar, drawHistory, drawLane, drawRegion, drawRow } from './draw/small';
import { absoluteRects, boundsOf, type Rect } from './geometry/rect';
import { depthOf, type RoutedEdge } from './geometry/routed';
import { routeEdges } from './geometry/routes';
import type { DeclaredIcon } from './icons/iconOf';

/** What belongs together in a picture: a node, the line of an edge, its label, or the picture of a machine. */
export interface Part {
  readonly kind: 'node' | 'edge' | 'label' | 'picture';
  /** Key of the node or edge. */
  readonly key: string;
  readonly status: NodeStatus | null;
  /** Where its corner is, and how large it is drawn. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly marks: readonly Mark[];
  /** Of a machine's picture: what is in it. */
  readonly parts?: readonly Part[];
}

/** A graph as shapes and words, from behind to the front. */
export interface Picture {
  readonly bounds: Rect;
  readonly parts: readonly Part[];
}

const NO_ICONS: DeclaredIcon = () => undefined;
const PLACE = { x: 0, y: 0, scale: 1, status: null } as const;

/**
 * What the canvas shows of a graph, as a picture: cards, boxes, lanes, notes, statuses, lines and their labels, in the same
 * places and with the same words. A painter gives it a theme.
 *
 * @param declared the icons that capabilities declare
 */
export function pictureOf(graph: Graph, boxes: Boxes, declared = NO_ICONS): Picture {
  const nodes = new Map(graph.nodes.map((node) => [node.key, node]));
  const rects = absoluteRects(graph.nodes, boxes);
  const routes = [...routeEdges({ edges: graph.edges, nodes, boxes, rects }).values()];
  const parents = new Set(graph.nodes.map(({ parent }) => parent));
  const levels: Level[] = [];
  const levelOf = (depth: number): Level => {
    while (levels.length <= depth) levels.push({ edges: [], nodes: [] });
    return levels[depth] ?? { edges: [], nodes: [] };
  };
  for (const route of routes)
    levelOf(route.depth).edges.push({
      ...PLACE,
      kind: 'edge',
      key: route.edge.key,
      marks: drawEdge(route),
    });
  for (const node of graph.nodes) {
    const [box, rect] = [boxes.get(node.key), rects.get(node.key)];
    if (box === undefined || rect === undefined) continue;
    const drawn = { node, box, rect, empty: !parents.has(node.key), declared };
    levelOf(depthOf(node.key, nodes)).nodes.push(nodePart(drawn), ...machinePart(drawn));
  }
  return {
    bounds: boundsOf([...rects.values(), ...routes.flatMap(boundsOfRoute)]) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    },
    // A line passes behind the cards of its own depth, and over the box that they lie in.
    parts: [
      ...levels.flatMap(({ edges, nodes: cards }) => [...edges, ...cards]),
      ...routes.flatMap(labelPart),
    ],
  };
}

interface Level {
  readonly edges: Part[];
  readonly nodes: Part[];
}

interface Drawn {
  readonly node: GraphNode;
  readonly box: GraphBox;
  readonly rect: Rect;
  readonly empty: boolean;
  readonly declared: DeclaredIcon;
}

function nodePart({ node, box, rect, empty, declared }: Drawn): Part {
  const scale = box.form === 'card' || box.form === 'bar' || box.form === 'box' ? box.scale : 1;
  const marks = marksOf({
    node,
    box,
    rect: { ...rect, width: rect.width / scale, height: rect.height / scale },
    empty,
    declared,
  });
  return { kind: 'node', key: node.key, status: shownStatus(node), x: rect.x, y: rect.y, scale, marks };
}

function marksOf({ node, box, rect: size, empty, declared }: Drawn): readonly Mark[] {
  switch (box.form) {
    case 'card':
      return node.type === 'STATE' ? drawState(node, size) : drawCard(node, size, declared);
    case 'bar':
      return drawBar(node, size);
    case 'box':
      return drawBox(node, box, size, { declared, empty });
    case 'lane':
      return drawLane(node, size, empty);
    case 'region':
      return drawRegion(node, box, size, empty);
    case 'row':
      return drawRow(node, size, declared);
    case 'mark':
      return node.type === 'STATE' ? drawHistory(node, size) : [];
    case 'note':
      return drawNote(node.node.type === 'NOTE' ? node.node.params.markdown : '', size, box.color);
  }
}

const AROUND_MACHINE = 8;

/** The machine that a SUB_PLAN runs, as large as fits into its box. */
function machinePart({ node, box, rect, declared }: Drawn): readonly Part[] {
  if (node.type === 'STATE' || node.picture === undefined || box.picture === undefined || box.collapsed)
    return [];
  const { bounds, parts } = pictureOf(node.picture.graph, box.picture, declared);
  const room = {
    width: rect.width - 2 * AROUND_MACHINE,
    height: rect.height - TITLE_BAR - 2 * AROUND_MACHINE,
  };
  const scale = Math.min(1, room.width / bounds.width, room.height / bounds.height);
  const x = rect.x + (rect.width - bounds.width * scale) / 2 - bounds.x * scale;
  const y = rect.y + TITLE_BAR + (rect.height - TITLE_BAR - bounds.height * scale) / 2 - bounds.y * scale;
  return [{ ...PLACE, kind: 'picture', key: node.key, x, y, scale, marks: [], parts }];
}

function labelPart(route: RoutedEdge): readonly Part[] {
  const marks = drawLabel(route);
  return marks.length === 0 ? [] : [{ ...PLACE, kind: 'label', key: route.edge.key, marks }];
}

/** Lines and labels may reach beyond what they join. */
function boundsOfRoute({ points, edge, middle }: RoutedEdge): readonly Rect[] {
  const label = edge.transition?.label ?? '';
  const { x, y } = edge.transition?.offset ?? { x: 0, y: 0 };
  const half = Math.min(LABEL.widest, 7 * label.length + 20) / 2;
  return [
    ...points.map((point) => ({ ...point, width: 0, height: 0 })),
    ...(label === '' ? [] : [{ x: middle.x + x - half, y: middle.y + y - 10, width: 2 * half, height: 20 }]),
  ];
}
