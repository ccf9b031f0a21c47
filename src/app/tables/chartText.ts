import { withUnit } from '#capabilities';
import { compactNumber, type TableColumn } from '#tables';

/** Of the interface's font at 12 px, a little more than the average letter takes. */
const LETTER = 6.9;

/** How wide a text is drawn, about, in CSS pixels. */
export function textWidth(text: string): number {
  return text.length * LETTER;
}

/** As much of a text as there is room for. */
export function cutTo(text: string, width: number): string {
  const most = Math.max(2, Math.floor(width / LETTER));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** A number on an axis, with its unit: `€100k`. */
export function axisText(value: number, { unit }: TableColumn): string {
  return value === 0 ? '0' : withUnit(compactNumber(value), unit);
}
