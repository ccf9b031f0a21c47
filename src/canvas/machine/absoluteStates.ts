import type { Rect } from '#picture';
import type { MachineState } from './machineGraph';

/** Rectangles of states from the origin, given those from their parents' corners. */
export function absoluteStates(
  states: readonly MachineState[],
  rects: ReadonlyMap<string, Rect>,
): ReadonlyMap<string, Rect> {
  const parents = new Map(states.map((state) => [state.key, state.parent]));
  const absolute = new Map<string, Rect>();
  for (const [key, rect] of rects) {
    let { x, y } = rect;
    for (let up = parents.get(key) ?? null; up !== null; up = parents.get(up) ?? null) {
      x += rects.get(up)?.x ?? 0;
      y += rects.get(up)?.y ?? 0;
    }
    absolute.set(key, { ...rect, x, y });
  }
  return absolute;
}
