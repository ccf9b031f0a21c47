import type { Piece } from './piece';

/** Letters from which a piece is prose: cells of tables are shorter. */
const PROSE = 25;
/** Lines that a column of prose has at least. */
const COLUMN_LINES = 3;
/** Left edges that are this close are one edge, in points. */
const SAME_EDGE = 4;

/**
 * The pieces of a page in the order in which people read them: columns of prose one after the other, rows of tables across.
 * A piece that crosses the gap between two columns, as a title, ends what stands above it.
 *
 * @param pieces from top to bottom
 */
export function readingOrder(pieces: readonly Piece[]): readonly Piece[] {
  const edge = columnEdge(pieces);
  if (edge === null) return pieces;
  const ordered: Piece[] = [];
  let left: Piece[] = [];
  let right: Piece[] = [];
  const endColumns = (): void => {
    ordered.push(...readingOrder(left), ...readingOrder(right));
    left = [];
    right = [];
  };
  for (const piece of pieces) {
    if (piece.left >= edge - SAME_EDGE) right.push(piece);
    else if (piece.right <= edge) left.push(piece);
    else {
      endColumns();
      ordered.push(piece);
    }
  }
  endColumns();
  return ordered;
}

/** Where a second column of prose begins: the left edge of most of its lines. Null where all is one column. */
function columnEdge(pieces: readonly Piece[]): number | null {
  const prose = pieces.filter(({ text }) => text.length >= PROSE);
  const first = Math.min(...prose.map(({ left }) => left));
  const counts = new Map<number, Piece[]>();
  for (const piece of prose) {
    if (piece.left <= first + SAME_EDGE) continue;
    const edge = Math.round(piece.left / SAME_EDGE);
    const known = counts.get(edge);
    if (known) known.push(piece);
    else counts.set(edge, [piece]);
  }
  const [most = []] = [...counts.values()].toSorted((one, other) => other.length - one.length);
  const edge = Math.min(...most.map(({ left }) => left));
  const beside = prose.filter(({ right }) => right <= edge);
  return most.length >= COLUMN_LINES && beside.length >= COLUMN_LINES ? edge : null;
}
