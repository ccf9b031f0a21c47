import { isContainer, type Place } from '#plan';
import type { Boxes, Graph } from '#projection';
import type { TidyInput, TidyNode } from './tidy';

/**
 * What `tidy` needs of a graph as it is drawn. Steps that a planner made are left out: they have no place in the
 * document (D4).
 *
 * @param places the document's layout of the plan, by node id
 * @param selection keys to tidy; one or none means everything
 */
export function tidyInput(
  graph: Graph,
  boxes: Boxes,
  places: Readonly<Record<string, Place>>,
  selection: ReadonlySet<string> = new Set(),
): TidyInput {
  const nodes = graph.nodes.flatMap((node): readonly TidyNode[] => {
    const box = boxes.get(node.key);
    if (!box || node.dynamic || node.type === 'STATE') return [];
    const { x, y, width, height } = box;
    const place = node.lane === null ? places[node.node.id] : undefined;
    return [
      {
        key: node.key,
        parent: node.parent,
        x,
        y,
        width,
        height,
        repeats: isContainer(node.node) && node.type !== 'GROUP' && node.lane === null,
        grows: isContainer(node.node) && !box.collapsed,
        lane: node.lane !== null,
        ...(place?.width === undefined || place.height === undefined
          ? {}
          : { least: { width: place.width, height: place.height } }),
        note: node.type === 'NOTE',
      },
    ];
  });
  return { nodes, edges: graph.edges, ...(selection.size > 1 ? { selection } : {}) };
}
