import { type Diagnostic, escapePointer, warning } from '#base';

interface Level {
  readonly isObject: boolean;
  readonly keys: Set<string>;
  readonly path: string;
  /** Path of the value that comes next. */
  inside: string;
  index: number;
}

/**
 * What JSON.parse swallows without a word, found in the text itself (case A13): a key that is twice in one
 * object, of which the last wins, and whole numbers too large to be kept exactly.
 *
 * @param text JSON that is known to be well formed
 */
export function jsonWarnings(text: string): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const levels: Level[] = [];
  let expectsKey = false;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    const level = levels.at(-1);
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (expectsKey && level) noteKey(level, JSON.parse(text.slice(at, end)) as string, at, found);
      expectsKey = false;
      at = end;
      continue;
    }
    if (character === '{' || character === '[') {
      const path = level?.inside ?? '';
      const isObject = character === '{';
      levels.push({ isObject, keys: new Set(), path, inside: isObject ? path : `${path}/0`, index: 0 });
      expectsKey = isObject;
    } else if (character === '}' || character === ']') {
      levels.pop();
      expectsKey = false;
    } else if (character === ',' && level) {
      expectsKey = level.isObject;
      if (!level.isObject) level.inside = `${level.path}/${++level.index}`;
    } else if (character !== undefined && '-0123456789'.includes(character)) {
      const end = endOfNumber(text, at);
      noteNumber(text.slice(at, end), level?.inside ?? '', at, found);
      at = end;
      continue;
    }
    at++;
  }
  return found;
}

function noteKey(level: Level, key: string, offset: number, found: Diagnostic[]): void {
  level.inside = `${level.path}/${escapePointer(key)}`;
  if (level.keys.has(key)) {
    found.push(
      warning('DUPLICATE_KEY', `The key "${key}" is there twice; the last one counts.`, 'Keep one of them.', {
        field: level.inside,
        offset,
      }),
    );
  }
  level.keys.add(key);
}

function noteNumber(digits: string, path: string, offset: number, found: Diagnostic[]): void {
  const exact = !/^-?\d+$/.test(digits) || Number.isSafeInteger(Number(digits));
  if (exact) return;
  found.push(
    warning(
      'NUMBER_NOT_EXACT',
      `The number ${digits} is too large to be kept exactly.`,
      'Write it as text if every digit counts.',
      { field: path, offset },
    ),
  );
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && '0123456789+-.eE'.includes(text[at] ?? ' ')) at++;
  return at;
}
