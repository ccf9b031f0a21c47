import type { Point, Sized } from '../layered';
import { GAP, snap } from '../sizes';

type Places = ReadonlyMap<string, Point>;

/** Beside a fold lines lead back to the beginning: their labels need room. */
const BETWEEN = { x: GAP.width + 120, y: GAP.height + 60 } as const;

/** Which way the states flow: to the right, or downwards. */
export type Flow = 'x' | 'y';

interface Layer {
  readonly members: Sized[];
  readonly from: number;
  to: number;
}

/**
 * The same states in several columns (or rows) of about equal length, read one after the other like the columns of a
 * newspaper: for machines that are much longer in one direction than a view.
 *
 * @param places a layout of the states; its layers stay whole and in their order
 * @param count how many columns (or rows)
 * @returns null where there are not enough layers
 */
export function fold(states: readonly Sized[], places: Places, flow: Flow, count: number): Places | null {
  const layers = layersOf(states, places, flow);
  if (layers.length < 2 * count) return null;
  const across: Flow = flow === 'x' ? 'y' : 'x';
  const folded = new Map<string, Point>();
  let at = 0;
  for (const strip of stripsOf(layers, count)) {
    const start = strip[0]?.from ?? 0;
    const members = strip.flatMap((layer) => layer.members);
    const least = Math.min(...members.map(({ key }) => placeOf(places, key)[across]));
    let end = at;
    for (const state of members) {
      const place = placeOf(places, state.key);
      const side = snap(at + place[across] - least);
      const along = snap(place[flow] - start);
      folded.set(state.key, flow === 'x' ? { x: along, y: side } : { x: side, y: along });
      end = Math.max(end, side + lengthOf(state, across));
    }
    at = snap(end + BETWEEN[across]);
  }
  return folded;
}

/** States that stand level with one another, in the order of the flow. */
function layersOf(states: readonly Sized[], places: Places, flow: Flow): readonly Layer[] {
  const sorted = states.toSorted(
    (one, other) => placeOf(places, one.key)[flow] - placeOf(places, other.key)[flow],
  );
  const layers: Layer[] = [];
  for (const state of sorted) {
    const from = placeOf(places, state.key)[flow];
    const to = from + lengthOf(state, flow);
    const last = layers.at(-1);
    if (last && from < last.to) {
      last.members.push(state);
      last.to = Math.max(last.to, to);
    } else layers.push({ members: [state], from, to });
  }
  return layers;
}

/** Consecutive layers, so shared out that the longest strip is as short as can be. */
function stripsOf(layers: readonly Layer[], count: number): readonly (readonly Layer[])[] {
  const first = layers[0]?.from ?? 0;
  const whole = (layers.at(-1)?.to ?? 0) - first;
  const strips: Layer[][] = [[]];
  for (const layer of layers) {
    const strip = strips.at(-1) ?? [];
    const start = strip[0]?.from ?? layer.from;
    const wanted = whole / count;
    // A layer begins the next strip when more of it would stand beyond the end of this one than before it.
    const beyond = layer.to - start - wanted;
    if (strip.length > 0 && strips.length < count && beyond > (layer.to - layer.from) / 2)
      strips.push([layer]);
    else strip.push(layer);
  }
  return strips;
}

function placeOf(places: Places, key: string): Point {
  return places.get(key) ?? { x: 0, y: 0 };
}

function lengthOf(state: Sized, flow: Flow): number {
  return flow === 'x' ? state.width : state.height;
}
