import { layered, type Point, type Sized } from '../layered';
import { edgesAmong } from '../placeMembers';
import { GAP, snap } from '../sizes';
import { linksWithin, partsOf } from '../stackParts';
import type { LayoutEngine } from '../tidy';
import { type LabelledLink, labelRooms } from './chartTree';
import { fold } from './fold';

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
