import { grouped } from '#base';

type CharacterRange = readonly [from: number, to: number];

/** A set of characters: code points, or UTF-16 code units where a pattern is read without the flag `u`. */
export class CharacterSet {
  readonly #ranges: readonly CharacterRange[];
  readonly #others: ReadonlySet<{ has(code: number): boolean }>;
  /** Answers that were given: texts are long, and their characters few. */
  readonly #known = new Map<number, boolean>();

  /**
   * @param ranges in any order
   * @param others sets that belong to it
   * @param isNegated whether it holds all the others instead
   * @param ignoresCase whether what differs from a member in its case alone is one too
   */
  constructor(
    ranges: readonly CharacterRange[],
    others: readonly { has(code: number): boolean }[] = [],
    readonly isNegated = false,
    readonly ignoresCase = false,
  ) {
    this.#ranges = merged(ranges);
    this.#others = new Set(others);
  }

  /** @param code -1 is in no set: it stands for the end of a text */
  has(code: number): boolean {
    if (code < 0) return false;
    const known = this.#known.get(code);
    if (known !== undefined) return known;
    const fresh = this.#holds(code);
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    this.#known.set(code, fresh);
    return fresh;
  }

  #holds(code: number): boolean {
    const isIn = this.ignoresCase ? equivalentsOf(code).some((one) => this.#lists(one)) : this.#lists(code);
    return isIn !== this.isNegated;
  }

  #lists(code: number): boolean {
    if (isWithin(this.#ranges, code)) return true;
    for (const other of this.#others) if (other.has(code)) return true;
    return false;
  }
}

const MOST_KNOWN = 10_000;

/** In order, each begins behind the end of the one before. */
function merged(ranges: readonly CharacterRange[]): readonly CharacterRange[] {
  if (ranges.length < 2) return ranges;
  const made: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = made.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else made.push([from, to]);
  }
  return made;
}

function isWithin(ranges: readonly CharacterRange[], code: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [from, to] = ranges[middle] ?? [0, -1];
    if (code < from) high = middle - 1;
    else if (code > to) low = middle + 1;
    else return true;
  }
  return false;
}

export const DIGITS = new CharacterSet([[0x30, 0x39]]);

export const WORD = new CharacterSet([
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]);

const LINE_ENDS: readonly CharacterRange[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

export const LINE_TERMINATORS = new CharacterSet(LINE_ENDS);

export const SPACES = new CharacterSet([
  ...LINE_ENDS,
  [0x09, 0x09],
  [0x0b, 0x0c],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]);

export function allBut(set: CharacterSet): CharacterSet {
  return new CharacterSet([], [set], true);
}

let families: ReadonlyMap<number, readonly number[]> | undefined;

/** The code units that are the same as one where case is ignored, itself among them. */
function equivalentsOf(code: number): readonly number[] {
  families ??= familiesOfCase();
  return families.get(canonical(code)) ?? [code];
}

function familiesOfCase(): ReadonlyMap<number, readonly number[]> {
  return grouped(Array(0x10000).keys(), canonical);
}

/** ECMAScript's Canonicalize without the flag `u`. */
function canonical(code: number): number {
  const upper = String.fromCharCode(code).toUpperCase();
  const to = upper.charCodeAt(0);
  return upper.length !== 1 || (code >= 128 && to < 128) ? code : to;
}
