import type { GraphEdge } from '#projection';

/** Below this zoom lines and labels of the design's size cannot be read. */
const SMALL = 0.45;
/** What is shown all the same is as large as it would be at this zoom. */
const READ_AT = 0.75;

/** Whether cards are so small that their names alone are shown, in larger letters. */
export function isSmall(zoom: number): boolean {
  return zoom < SMALL;
}

/** By how much a label is larger than at 100 %, so that it can be read from far away; in steps, so that it seldom changes. */
export function labelScale(zoom: number): number {
  return isSmall(zoom) ? Math.round((4 * READ_AT) / zoom) / 4 : 1;
}

/** From far away only what is looked at or chosen has its label: there is room for no more. */
export function hasLabel(
  { key, transition }: GraphEdge,
  small: boolean,
  chosen: ReadonlySet<string>,
): boolean {
  if (transition === undefined || transition.label === '') return false;
  return !small || transition.preview || chosen.has(key);
}

/** What painters need of React Flow: where the viewport is. Sizes in CSS pixels. */
export interface PaintView {
  readonly transform: readonly [number, number, number];
  readonly width: number;
  readonly height: number;
}
