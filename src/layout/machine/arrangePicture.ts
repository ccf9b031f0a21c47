import type { Place } from '#plan';
import type { Boxes, MachinePicture } from '#projection';
import { arrangeStates } from './arrangeStates';

type Places = Readonly<Record<string, Place>>;

interface Kept {
  readonly shape: string;
  readonly boxes: Boxes;
}

const NO_PLACES: Places = {};
const KEPT = new WeakMap<Places, Map<string, Kept>>();

/** Where the states of a machine stand in its picture: worked out once for the same machine at the same places. */
export function arrangePicture({ plan, graph }: MachinePicture, places: Places = NO_PLACES): Boxes {
  const kept = KEPT.get(places) ?? new Map<string, Kept>();
  KEPT.set(places, kept);
  const shape = [...graph.nodes, ...graph.edges].map(({ key }) => key).join(' ');
  const before = kept.get(plan);
  if (before?.shape === shape) return before.boxes;
  const boxes = arrangeStates(graph, places);
  kept.set(plan, { shape, boxes });
  return boxes;
}
