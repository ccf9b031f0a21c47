/** Text that stands on one line of a page, without a wide gap in it. Units are points, y grows upwards. */
export interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  /** Height of its letters. */
  readonly size: number;
}

/** Baselines that are this close are of one line. */
const SAME_LINE = 3;
/** A gap of so many letters' heights parts two cells or two columns; a space is a quarter of one. */
const WIDE_GAP = 1.2;
/** A gap of so many letters' heights is a space that nobody wrote. */
const SPACE = 0.15;

/** A bit of text as pdfjs gives it. */
export interface Item {
  readonly str: string;
  /** The text's matrix: its last two numbers are its place. */
  readonly transform: readonly unknown[];
  readonly width: number;
  readonly height: number;
}

/**
 * The pieces of a page, from top to bottom and in the direction of their letters: pdfjs has bits of them, in the order in which they
 * were drawn. Text that runs another way than most, as along an edge, stands behind; a page that lies on its side is read upright.
 */
export function piecesOf(items: readonly Item[]): readonly Piece[] {
  const ways = new Map<number, { bits: Piece[]; letters: number }>();
  for (const item of items) {
    const turns = turnsOf(item);
    const way = ways.get(turns) ?? { bits: [], letters: 0 };
    way.bits.push(...bitOf(item, turns));
    way.letters += item.str.length;
    ways.set(turns, way);
  }
  return [...ways.values()]
    .toSorted((one, other) => other.letters - one.letters)
    .flatMap(({ bits }) => inOrder(bits));
}

function inOrder(bits: readonly Piece[]): readonly Piece[] {
  const lines = linesOf(bits.toSorted((one, other) => other.y - one.y || one.left - other.left));
  return lines.flatMap((line) => joined(line).filter(({ text }) => text !== ''));
}

/** By how many quarters its line is turned against the page. */
function turnsOf({ transform: [along, up] }: Item): number {
  return (Math.round(Math.atan2(Number(up), Number(along)) / (Math.PI / 2)) + 4) % 4 || 0;
}

const COSINE = [1, 0, -1, 0] as const;
const SINE = [0, 1, 0, -1] as const;

function bitOf({ str, transform, width, height }: Item, turns: number): Piece[] {
  const [, , skewX, scaleY, x, up] = transform.map(Number);
  if (str.trim() === '' || x === undefined || up === undefined) return [];
  const [cosine = 1, sine = 0] = [COSINE[turns], SINE[turns]];
  const left = x * cosine + up * sine;
  const y = up * cosine - x * sine;
  const size = height || Math.hypot(skewX ?? 0, scaleY ?? 0);
  return Number.isFinite(left + y + size) ? [{ text: str, left, right: left + width, y, size }] : [];
}

/** Bits by line, in order. */
export function linesOf<P extends Piece>(pieces: readonly P[]): P[][] {
  const lines: P[][] = [];
  for (const piece of pieces) {
    const line = lines.at(-1);
    if (line?.[0] !== undefined && Math.abs(line[0].y - piece.y) <= SAME_LINE) line.push(piece);
    else lines.push([piece]);
  }
  return lines;
}

/** Letters that are written from right to left: Hebrew, Arabic and their like. */
const LEFTWARDS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;

function runsLeftwards(line: readonly Piece[]): boolean {
  const text = line.map((bit) => bit.text).join('');
  return (text.match(LEFTWARDS)?.length ?? 0) * 2 > (text.match(/\p{L}/gu)?.length ?? 0);
}

function joined(line: readonly Piece[]): Piece[] {
  const leftwards = runsLeftwards(line);
  const bits = line.toSorted((one, other) => (leftwards ? other.right - one.right : one.left - other.left));
  const pieces: Piece[] = [];
  for (const bit of bits) {
    const before = pieces.at(-1);
    const gap = before === undefined ? 0 : leftwards ? before.left - bit.right : bit.left - before.right;
    const size = Math.max(bit.size, before?.size ?? 0);
    if (before === undefined || gap > size * WIDE_GAP) pieces.push(bit);
    else {
      const space = gap > size * SPACE ? ' ' : '';
      pieces[pieces.length - 1] = {
        ...before,
        text: before.text + space + bit.text,
        left: Math.min(before.left, bit.left),
        right: Math.max(before.right, bit.right),
        size,
      };
    }
  }
  return pieces.map((piece) => ({ ...piece, text: piece.text.replace(/\s+/g, ' ').trim() }));
}
