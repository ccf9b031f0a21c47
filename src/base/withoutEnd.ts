/**
 * A text without certain characters at its end. In one step each, where a pattern such as `0+$` begins anew at every zero of a text
 * that goes on (case C4).
 *
 * @example withoutEnd('1200', (character) => character === '0') // '12'
 */
export function withoutEnd(text: string, isDropped: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isDropped(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
