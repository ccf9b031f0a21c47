import type { Boxes } from '#projection';

/** So many machines are seen at once: the open one, and those in pictures. */
const MOST = 8;
const KEPT = new Map<string, Boxes>();

/**
 * The boxes of a machine that was arranged before: a run or a simulation draws it anew at every event, and only where it
 * stands has changed. Of 300 states and 1,000 transitions arranging is most of the work: 148 ms where drawing the graph
 * takes 3 (measured beside other work).
 *
 * @param shape all that the arrangement depends on, as a text
 */
export function keptArrangement(shape: string, arrange: () => Boxes): Boxes {
  const boxes = KEPT.get(shape) ?? arrange();
  KEPT.delete(shape);
  KEPT.set(shape, boxes);
  const [oldest] = KEPT.keys();
  if (KEPT.size > MOST && oldest !== undefined) KEPT.delete(oldest);
  return boxes;
}
