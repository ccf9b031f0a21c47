/** Where a JSON value ends: after its last bracket, or where the text breaks off. */
export interface ScannedValue {
  readonly end: number;
  readonly closed: boolean;
}

const FENCE = '```';
const CLOSERS: Readonly<Record<string, string>> = { '"': '"', '“': '“”"', '”': '“”"', "'": "'", '‘': '‘’' };
const SPACE = /\s/;

/**
 * Finds the end of the object or array that begins at `start`, in one pass. Brackets in strings and comments do not
 * count. A fence at the beginning of a line ends an open value as truncated: no JSON string holds a raw line break,
 * so what follows belongs to something else.
 */
export function scanValue(text: string, start: number): ScannedValue {
  let depth = 0;
  let index = start;
  while (index < text.length) {
    const character = text.charAt(index);
    if (character === '\n' && text.startsWith(FENCE, index + 1)) return { end: index, closed: false };
    const skipped = endOfSkipped(text, index, start);
    if (skipped === null) return cutAt(text, index);
    if (skipped > index) {
      index = skipped;
      continue;
    }
    depth += depthOf(character);
    index += character === '\\' ? 2 : 1;
    if (depth === 0) return { end: index, closed: true };
  }
  return { end: text.length, closed: false };
}

function depthOf(character: string): -1 | 0 | 1 {
  if (character === '{' || character === '[') return 1;
  return character === '}' || character === ']' ? -1 : 0;
}

/** The end of the string or comment that begins here, the same index where none does, null where a string is cut. */
function endOfSkipped(text: string, index: number, start: number): number | null {
  if (opensString(text, index, start)) return endOfString(text, index);
  // `http://` without quotes is no comment.
  return text[index] === '/' && text[index - 1] !== ':' ? endOfComment(text, index) : index;
}

/** The end of a value whose string never closes: before the next fence, else the end of the text. */
function cutAt(text: string, from: number): ScannedValue {
  const fence = text.indexOf(`\n${FENCE}`, from);
  return { end: fence < 0 ? text.length : fence, closed: false };
}

function opensString(text: string, index: number, start: number): boolean {
  const character = text.charAt(index);
  if (character === '"' || character === '“' || character === '”') return true;
  if (character !== "'" && character !== '‘') return false;
  // An apostrophe opens a string only where a key or a value may stand.
  let before = index - 1;
  while (before > start && SPACE.test(text.charAt(before))) before--;
  return '{[,:'.includes(text.charAt(before));
}

/** The index after the closing quote; null when the string is cut. */
function endOfString(text: string, open: number): number | null {
  const closers = CLOSERS[text.charAt(open)] ?? '"';
  for (let index = open + 1; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '\\') index++;
    else if (character === '\n' && text.startsWith(FENCE, index + 1)) return null;
    else if (closers.includes(character) && closes(text, index, character)) return index + 1;
  }
  return null;
}

/** A single quote inside a word is an apostrophe: it closes only before `,`, `:`, a bracket or the end. */
function closes(text: string, index: number, character: string): boolean {
  if (character !== "'" && character !== '’') return true;
  let next = index + 1;
  while (next < text.length && SPACE.test(text.charAt(next))) next++;
  return next >= text.length || ',:]}'.includes(text.charAt(next));
}

function endOfComment(text: string, index: number): number {
  if (text.startsWith('//', index)) {
    const line = text.indexOf('\n', index);
    return line < 0 ? text.length : line;
  }
  if (!text.startsWith('/*', index)) return index;
  const close = text.indexOf('*/', index + 2);
  return close < 0 ? text.length : close + 2;
}
