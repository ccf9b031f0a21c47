import { allBut, CharacterSet, DIGITS, LINE_TERMINATORS, SPACES, WORD } from './characterSet';

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
function readEscape(cursor: PatternCursor, isInClass: boolean): number | CharacterSet {
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
function readClass(cursor: PatternCursor, ignoresCase: boolean): CharacterSet {
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

/** How a pattern is read: ECMAScript's flags of these names. */
export interface PatternFlags {
  readonly unicode?: boolean;
  readonly ignoreCase?: boolean;
  readonly multiline?: boolean;
}

/** A condition on the place where it stands. */
export type PlaceKind = 'start' | 'end' | 'lineStart' | 'lineEnd' | 'wordEdge' | 'notWordEdge';

export type Part =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly parts: readonly Part[] }
  | Repetition
  | { readonly kind: 'group'; readonly index: number; readonly part: Part }
  | { readonly kind: 'place'; readonly place: PlaceKind }
  | Look;

export interface Repetition {
  readonly kind: 'repetition';
  readonly part: Part;
  readonly min: number;
  readonly max: number;
  readonly isGreedy: boolean;
  /** The groups inside it: from the first, up to but without the last. */
  readonly groups: readonly [from: number, to: number];
}

/** A lookahead or lookbehind. */
export interface Look {
  readonly kind: 'look';
  readonly part: Part;
  readonly isBehind: boolean;
  readonly isNegated: boolean;
  readonly hasGroups: boolean;
}

/** A pattern that was read: its parts, and how many groups it captures. */
export interface PatternTree {
  readonly part: Part;
  readonly groups: number;
}

/**
 * Reads a regular expression as ECMAScript 2023 does, with the flag `u` or, without it, with Annex B.
 *
 * @throws PatternFault where it is none, or refers back to a group, which no automaton can follow
 */
export function readPattern(source: string, flags: PatternFlags): PatternTree {
  const reader = new Reader(new PatternCursor(source, flags.unicode ?? false), flags);
  const part = reader.choice();
  if (!reader.cursor.isAtEnd) reader.cursor.malformed('a ")" too many');
  return { part, groups: reader.groups };
}

const LOOKS: readonly (readonly [sign: string, isBehind: boolean, isNegated: boolean])[] = [
  ['?=', false, false],
  ['?!', false, true],
  ['?<=', true, false],
  ['?<!', true, true],
];

class Reader {
  groups = 0;
  readonly #names = new Set<string>();

  constructor(
    readonly cursor: PatternCursor,
    readonly flags: PatternFlags,
  ) {}

  choice(): Part {
    const parts = [this.#sequence()];
    while (this.cursor.eat('|')) parts.push(this.#sequence());
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: 'choice', parts };
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (!this.cursor.isAtEnd && this.cursor.ahead !== '|' && this.cursor.ahead !== ')')
      parts.push(this.#term());
    return { kind: 'sequence', parts };
  }

  #term(): Part {
    const before = this.groups;
    const part = this.#atom();
    return this.#isRepeatable(part) ? this.#repeated(part, before) : part;
  }

  #isRepeatable(part: Part): boolean {
    if (part.kind === 'look') return !part.isBehind && !this.cursor.isUnicode;
    return part.kind !== 'place';
  }

  #atom(): Part {
    const { cursor } = this;
    if (cursor.eat('(')) return this.#group();
    if (cursor.eat('[')) return { kind: 'set', set: readClass(cursor, this.flags.ignoreCase ?? false) };
    if (cursor.eat('.')) return { kind: 'set', set: allBut(LINE_TERMINATORS) };
    const place = this.#place();
    if (place !== null) return { kind: 'place', place };
    if (cursor.eat('\\')) return this.#character(readEscape(cursor, false));
    if ('*+?'.includes(cursor.ahead) || cursor.take(/\{\d+(?:,\d*)?\}/y) !== null)
      cursor.malformed('nothing to repeat');
    if (cursor.isUnicode && '{}]'.includes(cursor.ahead)) cursor.malformed(`a "${cursor.ahead}" by itself`);
    return this.#character(cursor.next());
  }

  #place(): PlaceKind | null {
    const { cursor, flags } = this;
    if (cursor.eat('^')) return flags.multiline ? 'lineStart' : 'start';
    if (cursor.eat('$')) return flags.multiline ? 'lineEnd' : 'end';
    if (cursor.eat('\\b')) return 'wordEdge';
    return cursor.eat('\\B') ? 'notWordEdge' : null;
  }

  #character(character: number | CharacterSet): Part {
    if (typeof character !== 'number') return { kind: 'set', set: character };
    const set = new CharacterSet([[character, character]], [], false, this.flags.ignoreCase);
    return { kind: 'set', set };
  }

  #group(): Part {
    const { cursor } = this;
    for (const [sign, isBehind, isNegated] of LOOKS) {
      if (!cursor.eat(sign)) continue;
      const before = this.groups;
      const part = this.#closed();
      return { kind: 'look', part, isBehind, isNegated, hasGroups: this.groups > before };
    }
    if (cursor.eat('?:')) return this.#closed();
    if (cursor.eat('?<')) this.#name();
    else if (cursor.ahead === '?') throw new PatternFault('has a group of a kind that is not known here');
    const index = ++this.groups;
    return { kind: 'group', index, part: this.#closed() };
  }

  #name(): void {
    const name = this.cursor.take(
      /([$_\p{ID_Start}](?:[$\p{ID_Continue}]|(?!\p{ID_Continue})(?:\u200c|\u200d))*)>/uy,
    )?.[1];
    if (name === undefined) this.cursor.malformed('a group without a proper name');
    if (this.#names.has(name)) this.cursor.malformed(`two groups named "${name}"`);
    this.#names.add(name);
  }

  #closed(): Part {
    const part = this.choice();
    if (!this.cursor.eat(')')) this.cursor.malformed('a "(" that is never closed');
    return part;
  }

  #repeated(part: Part, groupsBefore: number): Part {
    const bounds = this.#bounds();
    if (bounds === null) return part;
    const [min, max] = bounds;
    if (min > max) this.cursor.malformed('a repetition whose bounds are the wrong way round');
    const isGreedy = !this.cursor.eat('?');
    return { kind: 'repetition', part, min, max, isGreedy, groups: [groupsBefore + 1, this.groups + 1] };
  }

  #bounds(): readonly [number, number] | null {
    const { cursor } = this;
    if (cursor.eat('*')) return [0, Number.POSITIVE_INFINITY];
    if (cursor.eat('+')) return [1, Number.POSITIVE_INFINITY];
    if (cursor.eat('?')) return [0, 1];
    const [, min, more, max] = cursor.take(/\{(\d+)(,(\d*))?\}/y) ?? [];
    if (min === undefined) return null;
    if (more === undefined) return [Number(min), Number(min)];
    return [Number(min), max === undefined || max === '' ? Number.POSITIVE_INFINITY : Number(max)];
  }
}

/** Thrown while a pattern is read: what is wrong with it, as the end of a sentence that begins with "the pattern". */
export class PatternFault extends Error {}

export const MALFORMED = 'is no regular expression';

/** A place in the source of a pattern. With the flag `u` a character is a code point, else a UTF-16 code unit. */
class PatternCursor {
  at = 0;

  constructor(
    readonly source: string,
    readonly isUnicode: boolean,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  /** The code unit that comes next; nothing at the end. */
  get ahead(): string {
    return this.source.charAt(this.at);
  }

  startsWith(text: string): boolean {
    return this.source.startsWith(text, this.at);
  }

  eat(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  /** What a sticky expression finds here, which is stepped over. */
  take(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.source);
    if (found !== null) this.at += found[0].length;
    return found;
  }

  /** The character that comes next, which is stepped over. */
  next(): number {
    const code = (this.isUnicode ? this.source.codePointAt(this.at) : this.source.charCodeAt(this.at)) ?? 0;
    this.at += code > 0xffff ? 2 : 1;
    return code;
  }

  malformed(reason: string): never {
    throw new PatternFault(`${MALFORMED}: ${reason}`);
  }
}
