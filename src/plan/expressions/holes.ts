import { err, ok, type Result } from '#base';

/** A `{{ expression }}` in a text: its source, and where that begins. */
export interface Hole {
  readonly source: string;
  readonly offset: number;
}

/**
 * Splits a text into what is written and its holes. Braces and `}}` inside the expression's own strings, maps
 * and brackets do not close a hole.
 *
 * @returns the pieces in order, or the place of a `{{` that is never closed
 * @example holesIn('Hi {{ name }}!') // ['Hi ', { source: ' name ', offset: 5 }, '!']
 */
export function holesIn(text: string): Result<readonly (string | Hole)[], number> {
  const pieces: (string | Hole)[] = [];
  let at = 0;
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', at)) {
    const close = endOfHole(text, open + 2);
    if (close === null) return err(open);
    if (open > at) pieces.push(text.slice(at, open));
    pieces.push({ source: text.slice(open + 2, close), offset: open + 2 });
    at = close + 2;
  }
  if (at < text.length || pieces.length === 0) pieces.push(text.slice(at));
  return ok(pieces);
}

function endOfHole(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"' || character === "'") {
      const end = endOfString(text, at);
      if (end === null) return null;
      at = end;
    } else if (character === '{') depth++;
    else if (character === '}') {
      if (depth === 0) return text[at + 1] === '}' ? at : null;
      depth--;
    }
  }
  return null;
}

/** The place of the closing quote; CEL's strings escape with a backslash. */
function endOfString(text: string, start: number): number | null {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  return null;
}
