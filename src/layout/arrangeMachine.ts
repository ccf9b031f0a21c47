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
  /** An initial dot is small; a state is a card, or a box around its children. */
  readonly kind: string;
}

const STATE: Size = { width: 184, height: 56 };
const DOT: Size = { width: 16, height: 16 };
/** Transitions carry labels, which want more room than the lines of a plan. */
const LABEL_ROOM = 100;
/** A machine is looked at alone on the screen: its rows may be longer than a plan's. */
const ROW_WIDTH = 1_400;

/**
 * Places the states of a machine, from the inside out, to the right. Pure, and the same for the same machine.
 *
 * @returns rectangles by key, from the corner of the parent
 */
export function arrangeMachine(
  states: readonly StateToPlace[],
  transitions: readonly Link[],
): ReadonlyMap<string, Rect> {
  const children = childrenOf(states);
  const rects = new Map<string, Rect>();
  const place = (parent: string | null): Size => {
    const members = (children.get(parent) ?? []).map((state): Sized => {
      const inside = children.has(state.key) ? place(state.key) : state.kind === 'initial' ? DOT : STATE;
      return { key: state.key, ...inside };
    });
    const origin: Point = parent === null ? { x: 0, y: 0 } : { x: PADDING, y: TITLE_BAR + PADDING };
    let size: Size = { width: 0, height: 0 };
    for (const [key, at] of flow(members, transitions)) {
      const member = members.find((one) => one.key === key) ?? { key, ...STATE };
      const rect = { x: at.x + origin.x, y: at.y + origin.y, width: member.width, height: member.height };
      rects.set(key, rect);
      size = {
        width: Math.max(size.width, rect.x + rect.width + PADDING),
        height: Math.max(size.height, rect.y + rect.height + PADDING),
      };
    }
    return size;
  };
  place(null);
  return rects;
}

function flow(members: readonly Sized[], transitions: readonly Link[]): ReadonlyMap<string, Point> {
  const links = edgesAmong(members, transitions);
  const roomy = members.map((member) => ({ ...member, width: member.width + LABEL_ROOM }));
  const parts = partsOf(roomy, links, true);
  const laidOut = parts.map((part) => layered(part, edgesAmong(part, links)));
  return stackParts(parts, laidOut, links, ROW_WIDTH);
}
