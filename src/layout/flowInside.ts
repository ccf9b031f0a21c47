import { CARD, type Size, TITLE_BAR } from './sizes';

/** A place inside a container's box. */
export interface InsidePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One arrangement of steps: cards at one of a few scales, or rows of text. */
export interface InsideFlow {
  readonly form: 'card' | 'row';
  readonly scale: number;
  /** Places of the steps that found room, by key. */
  readonly places: ReadonlyMap<string, InsidePlace>;
  /** How many found none: the newest ones. The last cell is then left free for the "+n" chip. */
  readonly overflow: number;
}

/** Scales are few and fixed, so that a step which arrives seldom moves the others. Below the last: rows. */
const SCALES = [1, 0.9, 0.8, 0.72] as const;
/** Left and right of the cards there is room for the line that leads from one row to the next. */
const INSET: Size = { width: 28, height: 20 };
const CARD_GAP: Size = { width: 36, height: 36 };
const ROW: Size = { width: 240, height: 28 };
const ROW_GAP: Size = { width: 16, height: 2 };

/** A grid of equal cells that fits into a box. */
interface Cells {
  readonly form: 'card' | 'row';
  readonly scale: number;
  readonly cell: Size;
  readonly gap: Size;
  readonly columns: number;
  readonly rows: number;
}

/**
 * D4: lays out the steps of a plan inside an executor's box, in the order in which they arrive: rows of cards
 * from left to right, at the largest scale at which all fit, then rows of text, then a "+n" for the rest.
 *
 * Append-only: as long as form and scale stay, a step more moves no earlier step; and they only ever go down as
 * steps are added.
 *
 * @param steps keys in the order of arrival
 * @param box the size of the whole box, title bar included
 * @example flowInside(['s1', 's2'], { width: 640, height: 280 }).places.get('s2')?.x // 316
 */
export function flowInside(steps: readonly string[], box: Size): InsideFlow {
  const area: Size = {
    width: Math.max(0, box.width - 2 * INSET.width),
    height: Math.max(0, box.height - TITLE_BAR - 2 * INSET.height),
  };
  const cells = chooseCells(steps.length, area);
  const room = cells.columns * cells.rows;
  const shown = steps.length > room ? Math.max(0, room - 1) : steps.length;
  const pitch = pitchOf(cells, area);
  const used = (cells.columns - 1) * pitch.width + cells.cell.width;
  const left = INSET.width + Math.max(0, area.width - used) / 2;
  const placeAt = (index: number): InsidePlace => ({
    x: left + columnOf(cells, index) * pitch.width,
    y: TITLE_BAR + INSET.height + rowOf(cells, index) * pitch.height,
    width: cells.cell.width,
    height: cells.cell.height,
  });
  const places = new Map(steps.slice(0, shown).map((key, index) => [key, placeAt(index)]));
  return { form: cells.form, scale: cells.scale, places, overflow: steps.length - shown };
}

function chooseCells(count: number, area: Size): Cells {
  const cards = SCALES.map((scale) => cardCells(scale, area));
  const fitting = cards.find((cells) => cells.columns * cells.rows >= count);
  return fitting ?? rowCells(area);
}

function cardCells(scale: number, area: Size): Cells {
  const cell = { width: CARD.width * scale, height: CARD.height * scale };
  const gap = { width: CARD_GAP.width * scale, height: CARD_GAP.height * scale };
  return { form: 'card', scale, cell, gap, ...countCells(cell, gap, area) };
}

function rowCells(area: Size): Cells {
  const columns = Math.max(1, countCells(ROW, ROW_GAP, area).columns);
  const cell = { width: (area.width - (columns - 1) * ROW_GAP.width) / columns, height: ROW.height };
  const { rows } = countCells(cell, ROW_GAP, area);
  return { form: 'row', scale: 1, cell, gap: ROW_GAP, columns, rows };
}

function countCells(cell: Size, gap: Size, area: Size): { readonly columns: number; readonly rows: number } {
  return {
    columns: Math.max(0, Math.floor((area.width + gap.width) / (cell.width + gap.width))),
    rows: Math.max(0, Math.floor((area.height + gap.height) / (cell.height + gap.height))),
  };
}

/** Cards spread over the box up to twice their gap, so that rows do not end ragged; rows of text fill it. */
function pitchOf(cells: Cells, area: Size): Size {
  const least = cells.cell.width + cells.gap.width;
  const spread = cells.columns > 1 ? (area.width - cells.cell.width) / (cells.columns - 1) : least;
  return {
    width: cells.form === 'row' ? least : Math.max(least, Math.min(spread, least + cells.gap.width)),
    height: cells.cell.height + cells.gap.height,
  };
}

/** Cards run in lines; rows of text run down the first column, then the next. */
function columnOf(cells: Cells, index: number): number {
  return cells.form === 'row' ? Math.floor(index / cells.rows) : index % cells.columns;
}

function rowOf(cells: Cells, index: number): number {
  return cells.form === 'row' ? index % cells.rows : Math.floor(index / cells.columns);
}
