import type { Rect, Size } from '#layout';
import type { GraphEdge } from '#projection';
import { boxesIn, firstFree, freePlace, type Point } from './place';
import { gridAtLeast, push } from './push';
import type { Scene } from './stores';

/** Between neighbours, as new nodes keep it. */
const BESIDE = 56;
/** Half a card: where edges enter cards, and the title bars of boxes. */
const LEVEL = 28;

/** Where a node in the middle of an edge goes, and what makes room for it, by key. */
export interface Room {
  readonly place: Point;
  readonly pushed: ReadonlyMap<string, Point>;
}

/**
 * Room in the middle of an edge: between its ends and level with them. Where they stand too close, what the edge
 * leads to is pushed to the right with its row; where it does not lead to the right, nothing moves and the place is
 * beside the node that it leaves.
 *
 * @param dropped a node that is there already, and where a person dropped it: it stays there as far as there is room
 */
export function roomOnEdge(
  scene: Scene,
  edge: GraphEdge,
  size: Size,
  dropped?: { readonly key: string; readonly x: number },
): Room {
  const { graph } = scene;
  const parent = graph.nodes.find((node) => node.key === edge.from)?.parent ?? null;
  const container = graph.nodes.find((node) => node.key === parent) ?? null;
  const rects = new Map<string, Rect>(boxesIn(scene, parent));
  if (dropped) rects.delete(dropped.key);
  const source = rects.get(edge.from);
  const target = rects.get(edge.to);
  const begin = source ? source.x + source.width : 0;
  if (!source || !target || edge.port === 'error' || target.x < begin)
    return { place: freePlace(scene, container, size, edge.from), pushed: new Map() };
  const by = Math.max(0, gridAtLeast(size.width + 2 * BESIDE - (target.x - begin)));
  const pushed = by === 0 ? new Map<string, Point>() : push(rects, [edge.to], 'x', by);
  const least = begin + BESIDE;
  const most = target.x + by - BESIDE - size.width;
  const x = Math.min(Math.max(dropped?.x ?? (least + most) / 2, least), most);
  const isLevel = scene.boxes.get(edge.from)?.form === 'box' || size.height === source.height;
  const wish = { x: Math.round(x), y: isLevel ? source.y : source.y + source.height / 2 - LEVEL };
  const taken = [...rects].map(([key, rect]) => ({ ...rect, ...pushed.get(key) }));
  return { place: firstFree(wish, size, taken), pushed };
}
