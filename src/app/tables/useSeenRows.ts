import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Eventually } from '#tables';
import { keyDown } from '../parts/browser';

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

/** What of a long list lies in its window. */
export interface SeenRows {
  /** Rows `from` (inclusive) to `to` (exclusive) are in the page. */
  readonly from: number;
  readonly to: number;
  /** Room before and after them, in CSS pixels. */
  readonly before: number;
  readonly after: number;
}

export interface RowsWindow {
  readonly count: number;
  readonly rowHeight: number;
  /** How far the list is scrolled, and how much of it is seen, in CSS pixels. */
  readonly top: number;
  readonly height: number;
}

/** Up to so many rows all are in the page, for whoever searches or prints it. */
export const WHOLE = 60;
/** Asked for in blocks, so that a worker is not asked at every turn of the wheel. */
const BLOCK = 16;
/** Browsers make nothing higher than some 16 to 33 million pixels; far below, positions are still exact. */
export const HIGHEST = 8_000_000;

/**
 * Which rows to draw. The work is that of one screen, however many rows there are. Above `HIGHEST` a pixel of the scroll bar is
 * more than a pixel of rows.
 */
export function seenRows({ count, rowHeight, top, height }: RowsWindow): SeenRows {
  if (count <= WHOLE) return { from: 0, to: count, before: 0, after: 0 };
  const full = count * rowHeight;
  const room = Math.min(full, HIGHEST);
  const at = offsetAt(top, { full, room, height });
  const scrolled = Math.min(top, room - height);
  // Where a pixel of the bar is several of rows, few rows have room above the window near the start, and below it near the end.
  const above = Math.max(0, Math.ceil((at - scrolled) / rowHeight));
  const from = Math.max(above, Math.floor((at / rowHeight - BLOCK / 2) / BLOCK) * BLOCK);
  const before = from * rowHeight - at + scrolled;
  const below = from + Math.ceil((room - before) / rowHeight);
  const to = Math.min(count, below, Math.ceil(((at + height) / rowHeight + BLOCK / 2) / BLOCK) * BLOCK);
  return { from, to, before, after: Math.max(0, room - before - (to - from) * rowHeight) };
}

/** How far to scroll so that a row is seen whole; null where it is. */
export function scrollTo(row: number, { count, rowHeight, top, height }: RowsWindow): number | null {
  const full = count * rowHeight;
  const room = count <= WHOLE ? full : Math.min(full, HIGHEST);
  const at = offsetAt(top, { full, room, height });
  const start = row * rowHeight;
  const wanted = start < at ? start : start + rowHeight > at + height ? start + rowHeight - height : null;
  if (wanted === null) return null;
  return full <= height ? 0 : (wanted / (full - height)) * (room - height);
}

interface Scale {
  readonly full: number;
  readonly room: number;
  readonly height: number;
}

/** Where the window begins among all rows, in pixels of rows. */
function offsetAt(top: number, { full, room, height }: Scale): number {
  if (full <= height || room <= height) return 0;
  const share = Math.min(1, Math.max(0, top / (room - height)));
  return share * (full - height);
}

interface Came<T> {
  readonly to: object;
  readonly value?: T;
  readonly problem?: unknown;
}

/**
 * What a source of rows answers: at once where it is there, else when it has come; until then the answer before it. A question that is asked
 * no more is cancelled. What a source throws ends at the surface around it.
 *
 * @param ask stable for as long as the question is the same (`useCallback`)
 */
export function useEventually<T>(ask: (signal: AbortSignal) => Eventually<T>): T | null {
  const asked = useMemo(() => {
    const controller = new AbortController();
    return { controller, answer: ask(controller.signal) };
  }, [ask]);
  const [came, setCame] = useState<Came<T> | null>(null);
  useEffect(() => {
    const { answer, controller } = asked;
    if (!(answer instanceof Promise)) return;
    answer.then(
      (value) => !controller.signal.aborted && setCame({ to: asked, value }),
      (problem: unknown) => !controller.signal.aborted && setCame({ to: asked, problem }),
    );
    return () => controller.abort();
  }, [asked]);
  if (!(asked.answer instanceof Promise)) return asked.answer;
  if (came?.to === asked && 'problem' in came) throw came.problem;
  return came?.value ?? null;
}

/** A place of the grid: rows of data from 0; above them the heads, -2 sorts and -1 tells about the column. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

export const SORT_ROW = -2;
export const ABOUT_ROW = -1;

interface Grid {
  readonly box: RefObject<HTMLElement | null>;
  readonly rows: number;
  readonly columns: number;
  /** Rows of data that are in the page now. */
  readonly from: number;
  readonly to: number;
  /** How many rows a page is. */
  readonly page: number;
  readonly reveal: (row: number) => void;
}

interface GridKeys {
  /** 0 for the one place that Tab leads to, else -1. */
  readonly tabIndexOf: (place: GridPlace) => 0 | -1;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: FocusEvent) => void;
}

/** One stop of Tab for the whole grid, arrows within it (WAI-ARIA grid pattern); places carry `data-at="row:column"`. */
export function useGridKeys({ box, rows, columns, from, to, page, reveal }: Grid): GridKeys {
  const [place, setPlace] = useState<GridPlace>({ row: SORT_ROW, column: 0 });
  const wanted = useRef<GridPlace | null>(null);
  // A row that was scrolled to is drawn a moment later.
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const { row, column } = wanted.current;
    const element = box.current?.querySelector<HTMLElement>(`[data-at="${row}:${column}"]`);
    if (!element) return;
    wanted.current = null;
    element.focus({ preventScroll: row >= 0 });
    if (row >= 0) element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const isDrawn = place.row < 0 || (place.row >= from && place.row < to);
  const stop: GridPlace = isDrawn && place.column < columns ? place : { row: SORT_ROW, column: 0 };
  return {
    tabIndexOf: ({ row, column }) => (row === stop.row && column === stop.column ? 0 : -1),
    onFocus: ({ target }) => {
      const at = placeIn(target);
      if (at === null) return;
      wanted.current = null;
      setPlace(at);
    },
    onKeyDown: keyDown((event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? placeIn(event.target) : null;
      if (target === null) return;
      // Keys that come faster than rows are drawn go on from where the last one leads.
      const next = nextPlace(event, wanted.current ?? target, { rows, columns, page });
      if (next === null) return;
      event.preventDefault();
      wanted.current = next;
      setPlace(next);
      if (next.row >= 0) reveal(next.row);
    }),
  };
}

function placeIn(target: Element): GridPlace | null {
  if (!(target instanceof HTMLElement) || target.dataset.at === undefined) return null;
  const [row = 0, column = 0] = target.dataset.at.split(':').map(Number);
  return { row, column };
}

type Size = Pick<Grid, 'rows' | 'columns' | 'page'>;

/** Where a key leads; null where it is none of the grid's. */
function nextPlace(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: GridPlace,
  { rows, columns, page }: Size,
): GridPlace | null {
  const whole = ctrlKey || metaKey;
  const last = { row: rows - 1, column: columns - 1 };
  const at = (nextRow: number, nextColumn: number): GridPlace => ({
    row: Math.max(SORT_ROW, Math.min(nextRow, last.row)),
    column: Math.max(0, Math.min(nextColumn, last.column)),
  });
  switch (key) {
    case 'ArrowDown':
      return at(row + 1, column);
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'PageDown':
      return at(Math.max(0, row) + page, column);
    case 'PageUp':
      return row < 0 ? at(row, column) : at(Math.max(0, row - page), column);
    case 'Home':
      return whole ? at(Math.min(0, last.row), 0) : at(row, 0);
    case 'End':
      return whole ? last : at(row, last.column);
    default:
      return null;
  }
}
