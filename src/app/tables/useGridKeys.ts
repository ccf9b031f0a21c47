import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { keyDown } from '../parts/keyDown';

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
export function nextPlace(
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
