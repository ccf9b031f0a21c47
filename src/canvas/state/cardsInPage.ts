import { useStoreApi } from '@xyflow/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { intersects, type Rect } from '#picture';
import type { PaintView } from './smallView';

/** E6: up to so many nodes all are in the page, for screen readers and for tests. */
export const ALL_IN_PAGE = 300;
/** So many cards come into the page in one frame; until theirs, the others are painted (measured: half a millisecond each). */
export const CARDS_A_FRAME = 48;
/** How far beyond the view cards are kept ready, in CSS pixels, so that a pan meets them. */
const READY_BEYOND = 160;

type Keys = ReadonlySet<string>;

const NONE: Keys = new Set();

/** What is looked at. */
interface CardsInput {
  /** Rectangles of all nodes, by key, in the order of the graph. */
  readonly rects: ReadonlyMap<string, Rect>;
  /** Whether they are too many to be in the page all at once (E6). */
  readonly many: boolean;
  /** Whether the graph is painted whole, without any card. */
  readonly far: boolean;
}

/** The next step towards the cards that belong in the page: what has left goes at once, what is new comes by slices. */
export function nextCards(before: Keys, wanted: Keys): Keys {
  const next = new Set<string>();
  let isNew = false;
  let room = CARDS_A_FRAME;
  for (const key of wanted) {
    if (before.has(key)) next.add(key);
    else if (room > 0) {
      next.add(key);
      room--;
      isNew = true;
    }
  }
  return !isNew && next.size === before.size ? before : next;
}

/** The cards that belong in the page: all of a small graph, of a large one those in view. */
export function wantedCards({ rects, many, far }: CardsInput, { transform, width, height }: PaintView): Keys {
  if (far) return NONE;
  if (!many) return new Set(rects.keys());
  if (width === 0) return NONE;
  const [x, y, zoom] = transform;
  const seen = {
    x: (-x - READY_BEYOND) / zoom,
    y: (-y - READY_BEYOND) / zoom,
    width: (width + 2 * READY_BEYOND) / zoom,
    height: (height + 2 * READY_BEYOND) / zoom,
  };
  return new Set([...rects].flatMap(([key, rect]) => (intersects(rect, seen) ? [key] : [])));
}

/** Which nodes are cards in the page now. What is seen and is no card yet is painted. */
export function useCardsInPage({ rects, many, far }: CardsInput): Keys {
  const flow = useStoreApi();
  const [cards, setCards] = useState<Keys>(() => nextCards(NONE, many ? NONE : new Set(rects.keys())));
  const inPage = useRef(cards);
  useLayoutEffect(() => {
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const wanted = wantedCards({ rects, many, far }, flow.getState());
      inPage.current = nextCards(inPage.current, wanted);
      setCards(inPage.current);
      if (inPage.current.size < wanted.size) request();
    };
    const request = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    look();
    const stop = flow.subscribe((now, before) => {
      if (many && isElsewhere(now, before)) request();
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [flow, rects, many, far]);
  return cards;
}

function isElsewhere(now: PaintView, before: PaintView): boolean {
  return now.transform !== before.transform || now.width !== before.width || now.height !== before.height;
}
