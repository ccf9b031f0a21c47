import type { Json } from '#base';

/** Characters up to which a value stands on one line. */
const ROOM = 60;

/** JSON as a person writes it: short lists and objects on one line. Nothing is nothing. */
export function jsonText(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value, null, 2);
  if (text.length > ROOM * 2) return text;
  const line = JSON.stringify(value, null, 1).replace(/\n */g, ' ');
  return line.length <= ROOM ? line : text;
}
