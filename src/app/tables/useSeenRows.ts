import { type RefObject, useLayoutEffect, useState } from 'react';
import { type RowsWindow, type SeenRows, scrollTo, seenRows } from './seenRows';

interface Seen extends SeenRows {
  /** Scrolls just so far that a row is seen whole. */
  readonly reveal: (row: number) => void;
}

/** The rows of a table which are to be drawn now, in a box that scrolls below the table's sticky head. */
export function useSeenRows(box: RefObject<HTMLElement | null>, count: number, rowHeight: number): Seen {
  const [scrolled, setScrolled] = useState({ top: 0, height: 480 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setScrolled({ top: element.scrollTop, height: roomIn(element) });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box]);
  const seen: RowsWindow = { count, rowHeight, ...scrolled };
  return {
    ...seenRows(seen),
    reveal: (row) => {
      const element = box.current;
      if (!element) return;
      const to = scrollTo(row, { count, rowHeight, top: element.scrollTop, height: roomIn(element) });
      if (to !== null) element.scrollTop = to;
    },
  };
}

/** How much of the box is seen of rows, in CSS pixels. */
function roomIn(box: HTMLElement): number {
  return Math.max(0, box.clientHeight - (box.querySelector('thead')?.offsetHeight ?? 0));
}
