import { layered, type Point, type Sized } from '../layered';
import { edgesAmong } from '../placeMembers';
import { GAP, snap } from '../sizes';
import { linksWithin, partsOf } from '../stackParts';
import type { LayoutEngine } from '../tidy';
import { type LabelledLink, labelRooms } from './chartTree';

type Places = ReadonlyMap<string, Point>;

/** The view that a machine is to be seen in whole, as wide and as high as it is on a desk. */
const VIEW = { width: 900, height: 560 } as const;
/** At this scale everything can be read: nothing is gained by folding. */
const LEGIBLE = 0.7;
/** Into so many columns or rows, and how much larger everything must become by it. */
const FOLDS = [2, 3, 4] as const;
const FOLD_GAIN = 1.2;

/**
 * The states of one state, laid out to the right or downwards, whichever shows them larger in a view; what is much
 * longer than a view is folded into columns or rows. The top left of the result is (0, 0).
 */
export function flowOf(states: readonly Sized[], links: readonly LabelledLink[]): Places {
  const ways = prepared(states, links);
  return better(
    states,
    ways.map(({ parts, turned }) => {
      const within = linksWithin(parts, links);
      return stacked(
        parts,
        parts.map((part, index) => layered(part, within[index] ?? [])),
        turned,
      );
    }),
  );
}

/** The same by an engine that takes its time. */
export async function flowBy(
  engine: LayoutEngine,
  states: readonly Sized[],
  links: readonly LabelledLink[],
): Promise<Places> {
  const flows: Places[] = [];
  for (const { parts, turned } of prepared(states, links)) {
    const laidOut = await Promise.all(parts.map((part) => engine(part, edgesAmong(part, links))));
    flows.push(stacked(parts, laidOut, turned));
  }
  return better(states, flows);
}

interface Prepared {
  readonly parts: readonly (readonly Sized[])[];
  /** Laid out with width and height exchanged: downwards. */
  readonly turned: boolean;
}

function prepared(states: readonly Sized[], links: readonly LabelledLink[]): readonly Prepared[] {
  const labels = labelRooms(links);
  const right = states.map((state) => ({ ...state, width: state.width + labels.beside(state.key) }));
  const down = states.map(({ key, width, height }) => ({
    key,
    width: height + labels.below(key),
    height: width,
  }));
  return [
    { parts: partsOf(right, links, false), turned: false },
    { parts: partsOf(down, links, false), turned: true },
  ];
}

/** Parts that nothing joins, one below the other, or one beside the other. */
function stacked(parts: Prepared['parts'], laidOut: readonly Places[], turned: boolean): Places {
  const places = new Map<string, Point>();
  let top = 0;
  parts.forEach((part, index) => {
    const found = laidOut[index] ?? new Map<string, Point>();
    let bottom = top;
    for (const { key, height } of part) {
      const at = found.get(key) ?? { x: 0, y: 0 };
      const point = { x: snap(at.x), y: snap(top + at.y) };
      places.set(key, turned ? { x: point.y, y: point.x } : point);
      bottom = Math.max(bottom, point.y + height);
    }
    top = bottom + GAP.height;
  });
  return places;
}

/** The flow that shows the states largest: as it is, or folded where that makes them clearly larger. */
function better(states: readonly Sized[], flows: readonly Places[]): Places {
  let best: Places = flows[0] ?? new Map();
  let largest = 0;
  const offer = (places: Places | null, gain: number): void => {
    const scale = places === null ? 0 : scaleOf(states, places);
    if (places === null || scale <= largest * gain + 0.02) return;
    largest = scale;
    best = places;
  };
  for (const places of flows) offer(places, 1);
  if (largest >= LEGIBLE) return best;
  for (const count of FOLDS) {
    for (const [index, places] of flows.entries())
      offer(fold(states, places, index === 0 ? 'x' : 'y', count), FOLD_GAIN);
  }
  return best;
}

/** How large the states are in the view. */
function scaleOf(states: readonly Sized[], places: Places): number {
  const width = Math.max(1, ...states.map((state) => (places.get(state.key)?.x ?? 0) + state.width));
  const height = Math.max(1, ...states.map((state) => (places.get(state.key)?.y ?? 0) + state.height));
  return Math.min(VIEW.width / width, VIEW.height / height);
}

/** Beside a fold lines lead back to the beginning: their labels need room. */
const BETWEEN = { x: GAP.width + 120, y: GAP.height + 60 } as const;

/** Which way the states flow: to the right, or downwards. */
type Flow = 'x' | 'y';

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
function fold(states: readonly Sized[], places: Places, flow: Flow, count: number): Places | null {
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
