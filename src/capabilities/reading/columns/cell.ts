import { isBlank } from '#base';
import type { Measure } from '#files';

/**
 * A cell before it is read: its text without spaces around, a number that its file knows as one, or a number whose format
 * shows what it counts.
 */
export type Cell = string | number | Measure;

/** A cell as a person would write it. */
export function cellText(cell: Cell): string {
  return typeof cell === 'object' ? `${cell.number} ${cell.unit}` : String(cell);
}

export function isEmpty(cell: Cell): boolean {
  return typeof cell === 'string' && isBlank(cell);
}
