import type { Graph, GraphBox, GraphNode } from '#projection';
import { flowInside } from '../flowInside';
import { type Size, TITLE_BAR } from '../sizes';
import { arrangeStates } from './arrangeStates';

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
export function chartInside(graph: Graph, box: string, size: Size): ReadonlyMap<string, GraphBox> {
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
export function partOf({ nodes, edges }: Graph, box: string | null): Graph {
  const kept = new Map<string, GraphNode>();
  // Parents come before their contents.
  for (const node of nodes) {
    if (node.parent === box) kept.set(node.key, { ...node, parent: null });
    else if (node.parent !== null && kept.has(node.parent)) kept.set(node.key, node);
  }
  return { nodes: [...kept.values()], edges: edges.filter(({ from, to }) => kept.has(from) && kept.has(to)) };
}
