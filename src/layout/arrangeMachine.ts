import { childrenOf } from './children';
import { type Link, layered, type Point, type Sized } from './layered';
import { edgesAmong } from './placeMembers';
import type { Rect } from './roomFor';
import { PADDING, type Size, TITLE_BAR } from './sizes';
import { partsOf, stackParts } from './stackParts';

/** A state to place: nested in its parent, or at the top. */
export interface StateToPlace {
  readonly key: string;
  readonly parent: string | null;
  /** Marks (`initial`, and a `final` without a title) are small; a state is a card, or a box around its children. */
  readonly kind: string;
  readonly title?: string;
}

/** A transition, whose label wants room on its line. */
export interface LabelledLink extends Link {
  readonly label?: string;
}

const STATE: Size = { width: 184, height: 56 };
const MARK: Size = { width: 20, height: 20 };
/** A region has no border of its own, and a small heading. */
const REGION_HEAD = 28;
/** Of a label: a letter, and what is around them; the gap between two columns holds a short one. */
const LETTER = 7;
const AROUND_LABEL = 8;
/** A machine is looked at alone on the screen: its rows may be a little longer than a plan's. */
const ROW_WIDTH = 1_080;
/** Regions stand side by side up to this width, then below one another. */
const REGIONS_WIDTH = 840;

/**
 * Places the states of a machine, from the inside out, to the right; the regions of a parallel state fill it like
 * the panes of a window. Pure, and the same for the same machine.
 *
 * @returns rectangles by key, from the corner of the parent
 */
export function arrangeMachine(
  states: readonly StateToPlace[],
  transitions: readonly LabelledLink[],
): ReadonlyMap<string, Rect> {
  const children = childrenOf(states);
  const kinds = new Map(states.map((state) => [state.key, state.kind]));
  const rects = new Map<string, Rect>();

  const sizeOf = (state: StateToPlace): Size => {
    if (children.has(state.key)) return place(state.key);
    return isMark(state) ? MARK : STATE;
  };
  const place = (parent: string | null): Size => {
    const members = (children.get(parent) ?? []).map(
      (state): Sized => ({ key: state.key, ...sizeOf(state) }),
    );
    if (parent !== null && kinds.get(parent) === 'parallel') return placePanes(rects, members);
    const grand = states.find((state) => state.key === parent)?.parent ?? null;
    const head = grand !== null && kinds.get(grand) === 'parallel' ? REGION_HEAD : TITLE_BAR + PADDING;
    const origin: Point = parent === null ? { x: 0, y: 0 } : { x: PADDING, y: head };
    let size: Size = { width: 0, height: 0 };
    const places = flow(members, transitions);
    for (const member of members) {
      const at = places.get(member.key) ?? { x: 0, y: 0 };
      const { width, height } = member;
      const rect = { x: at.x + origin.x, y: at.y + origin.y, width, height };
      rects.set(member.key, rect);
      size = {
        width: Math.max(size.width, rect.x + width + PADDING),
        height: Math.max(size.height, rect.y + height + PADDING),
      };
    }
    return size;
  };
  place(null);
  return rects;
}

function isMark({ kind, title }: StateToPlace): boolean {
  return kind === 'initial' || (kind === 'final' && title === '');
}

/** Regions as panes of equal size, without room between them: a dashed line parts them. */
function placePanes(rects: Map<string, Rect>, regions: readonly Sized[]): Size {
  const width = Math.max(STATE.width, ...regions.map((region) => region.width));
  const height = Math.max(STATE.height, ...regions.map((region) => region.height));
  const columns = Math.max(1, Math.min(regions.length, Math.floor(REGIONS_WIDTH / width)));
  regions.forEach((region, index) => {
    const [x, y] = [(index % columns) * width, Math.floor(index / columns) * height];
    rects.set(region.key, { x, y: y + TITLE_BAR, width, height });
  });
  return { width: columns * width, height: Math.ceil(regions.length / columns) * height + TITLE_BAR };
}

function flow(members: readonly Sized[], transitions: readonly LabelledLink[]): ReadonlyMap<string, Point> {
  const links = edgesAmong(members, transitions);
  const roomy = members.map((member) => ({ ...member, width: member.width + labelRoom(member.key, links) }));
  const parts = partsOf(roomy, links, true);
  const laidOut = parts.map((part) => layered(part, edgesAmong(part, links)));
  return stackParts(parts, laidOut, links, ROW_WIDTH);
}

/** What the longest label that leaves a state needs beyond the gap between two columns. */
function labelRoom(from: string, links: readonly LabelledLink[]): number {
  const longest = Math.max(0, ...links.map((link) => (link.from === from ? (link.label?.length ?? 0) : 0)));
  return longest === 0 ? 0 : longest * LETTER + AROUND_LABEL;
}
