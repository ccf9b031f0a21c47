import { arrange } from '#layout';
import { type Plan, type Workspace, write } from '#plan';
import { type Graph, graphOf } from '#projection';
import { COLOURS } from './colours';
import { drawEdge } from './drawEdge';
import { drawNode } from './drawNode';
import { around, type Rect, rectsOf } from './rects';
import { embedded } from './svgMetadata';
import { escapeXml } from './xml';

/** A picture as text, and its size in canvas pixels. */
export interface SvgPicture {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

const MARGIN = 32;

/**
 * Draws a plan of either kind as SVG, as its author placed it, with its whole workspace inside (S2): dropping the picture
 * opens that. No script, no link, no font from elsewhere; equal workspaces give equal bytes.
 *
 * @example svgPicture(plan, workspace).text // '<svg xmlns=…'
 */
export function svgPicture(plan: Plan, workspace: Workspace): SvgPicture {
  const graph = graphOf(plan);
  const boxes = arrange(graph, workspace.layout[plan.id] ?? {}, { layouts: workspace.layout });
  const rects = rectsOf(graph, boxes);
  const frame = around(rects.values(), MARGIN);
  const nodes = graph.nodes.flatMap((node) => {
    const [box, rect] = [boxes.get(node.key), rects.get(node.key)];
    return box === undefined || rect === undefined ? [] : [{ node, box, rect }];
  });
  const isOpen = ({ form, collapsed }: (typeof nodes)[number]['box']): boolean =>
    (form === 'box' || form === 'lane' || form === 'region') && !collapsed;
  const open = nodes
    .filter(({ box }) => isOpen(box))
    .toSorted((one, other) => area(other.rect) - area(one.rect));
  const cards = nodes.filter(({ box }) => !isOpen(box));
  const draw = (list: typeof nodes): string[] =>
    list.map(({ node, box, rect }) => `<g>${drawNode(node, box, rect)}</g>`);
  const title = plan.name ?? plan.id;
  const [width, height] = [Math.ceil(frame.width), Math.ceil(frame.height)];
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${frame.x} ${frame.y} ${width} ${height}" role="img" aria-label="${escapeXml(title)}">`,
    `<title>${escapeXml(title)}</title>`,
    embedded(write(workspace)),
    STYLE,
    `<rect x="${frame.x}" y="${frame.y}" width="${width}" height="${height}" fill="${COLOURS.paper}"/>`,
    ...draw(open),
    ...edgesOf(graph, rects),
    ...draw(cards),
    '</svg>',
  ];
  return { text: `${parts.join('\n')}\n`, width, height };
}

const STYLE = [
  `<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="${COLOURS.edge}"/></marker></defs>`,
  `<style>text{font-family:Inter,system-ui,sans-serif}.name{font-size:13px;font-weight:600;fill:${COLOURS.ink}}.line{font-size:11.5px;fill:${COLOURS.ink2}}</style>`,
].join('\n');

function edgesOf(graph: Graph, rects: ReadonlyMap<string, Rect>): readonly string[] {
  const nodes = new Map(graph.nodes.map((node) => [node.key, node]));
  const seen = new Map<string, number>();
  return graph.edges.flatMap((edge) => {
    const [source, target] = [rects.get(edge.from), rects.get(edge.to)];
    if (source === undefined || target === undefined) return [];
    const pair = `${edge.from} ${edge.to}`;
    const rank = seen.get(pair) ?? 0;
    seen.set(pair, rank + 1);
    return [drawEdge(edge, nodes.get(edge.from), source, target, rank)];
  });
}

function area({ width, height }: Rect): number {
  return width * height;
}
