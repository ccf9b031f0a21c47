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
interface Item {
  readonly str: string;
  /** The text's matrix: its last two numbers are its place. */
  readonly transform: readonly unknown[];
  readonly width: number;
  readonly height: number;
}

/** The pieces of a page, from top to bottom and left to right: pdfjs has bits of them, in the order in which they were drawn. */
export function piecesOf(items: readonly Item[]): readonly Piece[] {
  const bits = items.flatMap(bitOf).toSorted((one, other) => other.y - one.y || one.left - other.left);
  return linesOf(bits).flatMap((line) =>
    joined(line.toSorted((one, other) => one.left - other.left)).filter(({ text }) => text !== ''),
  );
}

function bitOf({ str, transform, width, height }: Item): Piece[] {
  const [, , skewX, scaleY, left, y] = transform.map(Number);
  if (str.trim() === '' || left === undefined || y === undefined) return [];
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

function joined(bits: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  for (const bit of bits) {
    const before = pieces.at(-1);
    const gap = before === undefined ? 0 : bit.left - before.right;
    const size = Math.max(bit.size, before?.size ?? 0);
    if (before === undefined || gap > size * WIDE_GAP) pieces.push(bit);
    else {
      const space = gap > size * SPACE ? ' ' : '';
      pieces[pieces.length - 1] = {
        ...before,
        text: before.text + space + bit.text,
        right: Math.max(before.right, bit.right),
        size,
      };
    }
  }
  return pieces.map((piece) => ({ ...piece, text: piece.text.replace(/\s+/g, ' ').trim() }));
}
