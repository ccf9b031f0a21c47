import { allBut, CharacterSet, DIGITS, SPACES, WORD } from './characterSet';
import { type PatternCursor, PatternFault } from './cursor';

const SETS: Readonly<Record<string, CharacterSet>> = {
  d: DIGITS,
  D: allBut(DIGITS),
  s: SPACES,
  S: allBut(SPACES),
  w: WORD,
  W: allBut(WORD),
};

const CONTROLS: Readonly<Record<string, number>> = { f: 0x0c, n: 0x0a, r: 0x0d, t: 0x09, v: 0x0b };

const BACKSLASH = 0x5c;

/** What stands behind a backslash: one character, or a set of them. Without the flag `u`, as Annex B of ECMAScript reads it. */
export function readEscape(cursor: PatternCursor, isInClass: boolean): number | CharacterSet {
  if (cursor.isAtEnd) cursor.malformed('a backslash at its end');
  const letter = cursor.ahead;
  const set = SETS[letter] ?? CONTROLS[letter];
  if (set !== undefined) {
    cursor.at++;
    return set;
  }
  if (/[0-9]/.test(letter)) return readDigits(cursor, isInClass);
  switch (letter) {
    case 'b':
      cursor.at++;
      return 0x08;
    case 'c':
      return readControl(cursor, isInClass);
    case 'k':
      throw new PatternFault('refers back to a group');
    case 'x':
      return readHex(cursor, /x([0-9a-fA-F]{2})/y);
    case 'u':
      return readUnicode(cursor);
    case 'p':
    case 'P':
      return cursor.isUnicode ? readProperty(cursor) : cursor.next();
    default:
      return readItself(cursor, isInClass);
  }
}

function readDigits(cursor: PatternCursor, isInClass: boolean): number {
  if (!isInClass && cursor.ahead !== '0') throw new PatternFault('refers back to a group');
  if (cursor.isUnicode) {
    if (cursor.take(/0(?![0-9])/y) === null) cursor.malformed('an escape of digits');
    return 0;
  }
  const octal = cursor.take(/[0-3][0-7]{0,2}|[4-7][0-7]?/y);
  return octal === null ? cursor.next() : Number.parseInt(octal[0], 8);
}

function readControl(cursor: PatternCursor, isInClass: boolean): number {
  const found = cursor.take(isInClass && !cursor.isUnicode ? /c([A-Za-z0-9_])/y : /c([A-Za-z])/y);
  if (found !== null) return (found[1] ?? '').charCodeAt(0) % 32;
  if (cursor.isUnicode) cursor.malformed('"\\c" without a letter');
  // The backslash means itself, and the letter is read next.
  return BACKSLASH;
}

function readHex(cursor: PatternCursor, form: RegExp): number {
  const found = cursor.take(form);
  if (found !== null) return Number.parseInt(found[1] ?? '', 16);
  if (cursor.isUnicode) cursor.malformed(`"\\${cursor.ahead}" without its digits`);
  return cursor.next();
}

function readUnicode(cursor: PatternCursor): number {
  if (!cursor.isUnicode) return readHex(cursor, /u([0-9a-fA-F]{4})/y);
  const pair = cursor.take(/u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/y);
  if (pair !== null) {
    const [high, low] = [Number.parseInt(pair[1] ?? '', 16), Number.parseInt(pair[2] ?? '', 16)];
    return (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
  }
  const code = readHex(cursor, cursor.startsWith('u{') ? /u\{([0-9a-fA-F]+)\}/y : /u([0-9a-fA-F]{4})/y);
  if (code > 0x10ffff) cursor.malformed('a code point that is none');
  return code;
}

/**
 * A set that Unicode names. The engine's own tables answer, one character at a time; they grow with each version of
 * Unicode, by characters that had no meaning before.
 */
function readProperty(cursor: PatternCursor): CharacterSet {
  const found = cursor.take(/[pP]\{[A-Za-z0-9_=]+\}/y);
  if (found === null) cursor.malformed('"\\p" without a property in braces');
  try {
    const one = new RegExp(`^\\${found[0]}$`, 'u');
    return new CharacterSet([], [{ has: (code) => one.test(String.fromCodePoint(code)) }]);
  } catch {
    return cursor.malformed(`"\\${found[0]}" is no property of Unicode`);
  }
}

function readItself(cursor: PatternCursor, isInClass: boolean): number {
  const isSign = /[\^$\\.*+?()[\]{}|/]/.test(cursor.ahead) || (isInClass && cursor.ahead === '-');
  if (cursor.isUnicode && !isSign) cursor.malformed(`"\\${cursor.ahead}" has no meaning`);
  return cursor.next();
}

/** A class, from behind its opening bracket: `[]` holds nothing, and `[^]` everything. */
export function readClass(cursor: PatternCursor, ignoresCase: boolean): CharacterSet {
  const isNegated = cursor.eat('^');
  const ranges: [number, number][] = [];
  const sets: CharacterSet[] = [];
  const add = (member: number | CharacterSet): void => {
    if (typeof member === 'number') ranges.push([member, member]);
    else sets.push(member);
  };
  while (!cursor.eat(']')) {
    const from = readMember(cursor);
    if (!(cursor.ahead === '-' && !cursor.startsWith('-]'))) {
      add(from);
      continue;
    }
    cursor.at++;
    const to = readMember(cursor);
    if (typeof from === 'number' && typeof to === 'number') {
      if (from > to) cursor.malformed('a range that runs backwards');
      ranges.push([from, to]);
      continue;
    }
    if (cursor.isUnicode) cursor.malformed('a range from or to a set of characters');
    add(from);
    add('-'.charCodeAt(0));
    add(to);
  }
  return new CharacterSet(ranges, sets, isNegated, ignoresCase);
}

function readMember(cursor: PatternCursor): number | CharacterSet {
  if (cursor.isAtEnd) cursor.malformed('a "[" that is never closed');
  return cursor.eat('\\') ? readEscape(cursor, true) : cursor.next();
}
