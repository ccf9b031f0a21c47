import { canonicalJson, type Json } from '#base';

/**
 * Order of two cells: numbers by size, texts by code units (which orders ISO dates by time), `false` before
 * `true`. Kinds never mix: number before text before boolean before the rest; empty cells are the caller's.
 *
 * @returns negative, zero or positive, as `Array.prototype.sort` wants it
 */
export function compareCells(left: Json, right: Json): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  const ranks = rankOf(left) - rankOf(right);
  return ranks !== 0 ? ranks : compareText(canonicalJson(left), canonicalJson(right));
}

/** Whether two cells hold the same value. */
export function sameCell(left: Json, right: Json): boolean {
  return left === right || canonicalJson(left) === canonicalJson(right);
}

/** Order of two texts by code units, never by locale. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function rankOf(cell: Json): number {
  if (typeof cell === 'number') return 0;
  if (typeof cell === 'string') return 1;
  return typeof cell === 'boolean' ? 2 : 3;
}
