import type { Point, Sized } from './layered';
import { CARD } from './sizes';

/**
 * Moves a node that stands alone in its column so that edges meet it where they meet a card: half a card below its
 * top. Without it a tall box would hang above its neighbours, and the line into its title bar would bend.
 */
export function levelTops(
  nodes: readonly Sized[],
  places: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Point> {
  const levelled = new Map(places);
  for (const node of nodes) {
    const at = places.get(node.key);
    if (!at || node.height <= CARD.height || !isAlone(node, at, nodes, places)) continue;
    levelled.set(node.key, { x: at.x, y: at.y + (node.height - CARD.height) / 2 });
  }
  return levelled;
}

function isAlone(
  node: Sized,
  at: Point,
  nodes: readonly Sized[],
  places: ReadonlyMap<string, Point>,
): boolean {
  return nodes.every((other) => {
    const place = places.get(other.key);
    if (other.key === node.key || !place) return true;
    return place.x >= at.x + node.width || at.x >= place.x + other.width;
  });
}
