import type { GraphBox, GraphNode } from '#projection';
import { GROUP, type Size, TITLE_BAR } from './sizes';

/**
 * The bodies of a TRY_CATCH: one below the other, as wide as the widest, filling their box below its title bar.
 *
 * @param parent key of the box; null when its inside is all that is shown
 * @returns the size of the whole, title bar included
 */
export function arrangeLanes(
  boxes: Map<string, GraphBox>,
  lanes: readonly GraphNode[],
  parent: string | null,
): Size {
  const width = Math.max(GROUP.width, ...lanes.map((lane) => boxes.get(lane.key)?.width ?? 0));
  let y = parent !== null && boxes.has(parent) ? TITLE_BAR : 0;
  for (const lane of lanes) {
    const box = boxes.get(lane.key);
    if (box === undefined) continue;
    boxes.set(lane.key, { ...box, x: 0, y, width });
    y += box.height;
  }
  return { width, height: y };
}

/** An author may draw the box wider than its lanes need. */
export function widenLanes(boxes: Map<string, GraphBox>, lanes: readonly GraphNode[], least: number): void {
  for (const { key } of lanes) {
    const box = boxes.get(key);
    if (box !== undefined && box.width < least) boxes.set(key, { ...box, width: least });
  }
}
