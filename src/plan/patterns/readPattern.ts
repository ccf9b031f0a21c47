import { allBut, CharacterSet, LINE_TERMINATORS } from './characterSet';
import { PatternCursor, PatternFault } from './cursor';
import { readClass, readEscape } from './readEscape';

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
