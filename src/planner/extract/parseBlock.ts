import {
  type Diagnostic,
  err,
  type Json,
  LIMITS,
  ok,
  parseExactJson,
  parseJson,
  problem,
  type Result,
} from '#base';
import type { Block } from './blocksOf';

/** A part of a reply, and where it begins there. */
type Part = Pick<Block, 'start' | 'text'>;

/** A value read from a reply, and in words what had to be forgiven to read it. */
interface ParsedBlock {
  readonly value: Json;
  readonly repairs: readonly string[];
}

/**
 * Parses one block: as JSON, else with what `mendJson` forgives. A value is taken exactly as it is written, or not at all:
 * what JSON.parse itself would change or drop is refused, too (P4, case E3).
 *
 * @returns the value with its repairs, or one problem `JSON_TOO_DEEP`, `NUMBER_NOT_FINITE`, `NUMBER_NOT_EXACT`,
 *   `DUPLICATE_KEY` or `REPLY_NOT_JSON`
 */
export function parseBlock(block: Part): Result<ParsedBlock, Diagnostic> {
  const strict = parseExactJson(block.text, LIMITS.jsonDepth);
  if (strict.ok) return ok({ value: strict.value, repairs: [] });
  if (strict.problem.code !== 'JSON_INVALID') return err(at(strict.problem, block));
  const unescaped = parseEscaped(block.text);
  if (unescaped !== null)
    return ok({ value: unescaped, repairs: ['Read JSON whose quotes were all escaped.'] });
  const { text, mends, placeOf } = mendJson(block.text);
  const mended = parseExactJson(text, LIMITS.jsonDepth);
  if (mended.ok) return ok({ value: mended.value, repairs: repairsOf(mends, block.start) });
  const offset = placeOf(mended.problem.where.offset ?? 0);
  if (mended.problem.code === 'JSON_INVALID') return err(notJson(block, offset));
  return err(at({ ...mended.problem, where: { ...mended.problem.where, offset } }, block));
}

/** A value that stands in a text, without the quotes of that text: each of its own quotes has a backslash. */
function parseEscaped(text: string): Json | null {
  if (!text.includes('\\"') || /(?<!\\)"/.test(text)) return null;
  const inner = parseJson(`"${text.replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')}"`, 1);
  const value =
    inner.ok && typeof inner.value === 'string' ? parseExactJson(inner.value, LIMITS.jsonDepth) : null;
  return value?.ok ? value.value : null;
}

const SHOWN = 40;

/** What was changed into what (P4): each kind once, with its first place and how often. */
function repairsOf(mends: readonly Mend[], start: number): readonly string[] {
  const kinds = new Map<string, { readonly first: Mend; count: number }>();
  for (const mend of mends) {
    // Each of Python's constants has a value of its own.
    const kind = Object.hasOwn(PYTHON, mend.was) ? mend.was : mend.did;
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, { first: mend, count: 1 });
    else known.count++;
  }
  return [...kinds.values()].map(({ first: { did, was, now, offset }, count }) => {
    const change = now === '' ? cut(was) : `${cut(was)} → ${cut(now)}`;
    const place = `at character ${start + offset}`;
    return `${did}: ${change} (${count === 1 ? place : `${count} times, first ${place}`}).`;
  });
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** Words that some languages have for numbers that are none. */
const NOT_FINITE = /^[+-]?(?:NaN|Infinity|inf)\b/i;

/** What stands at the place where a block stops being JSON, and how to write it. */
const FAULTS: readonly { readonly sign: RegExp; readonly help: string }[] = [
  { sign: /^\\/, help: 'Write a backslash in a text as two: "\\\\d" for \\d.' },
  { sign: /^(?:true|false|null|none|undefined)\b/i, help: 'Write true, false or null, in small letters.' },
  { sign: /^-(?!\d)|^[+.]|^0\d/, help: 'Write a number as JSON has it: -1, 0.5, 10.' },
  { sign: /^\//, help: 'Leave comments out.' },
];

function notJson(block: Part, offset: number): Diagnostic {
  const rest = block.text.slice(offset);
  const where = { offset: block.start + offset };
  // A number stops being one after its sign.
  const word = block.text.slice(offset - 1).match(NOT_FINITE) ?? rest.match(NOT_FINITE);
  if (word !== null)
    return problem(
      'NUMBER_NOT_FINITE',
      `The reply holds ${word[0]}, which JSON has no word for.`,
      'Write a number, or null.',
      where,
    );
  const near = block.text.slice(Math.max(0, offset - SHOWN / 2), offset + SHOWN / 2);
  const found = FAULTS.find(({ sign }) => sign.test(rest) || sign.test(block.text.slice(offset - 1)));
  return problem(
    'REPLY_NOT_JSON',
    rest === ''
      ? `The part of the reply that begins at character ${block.start} is not JSON: it ends too early.`
      : `The reply is not JSON at character ${where.offset}, in …${near}…`,
    found?.help ?? 'Reply with exactly one valid JSON object.',
    where,
  );
}

function at(diagnostic: Diagnostic, block: Part): Diagnostic {
  return {
    ...diagnostic,
    where: { ...diagnostic.where, offset: block.start + (diagnostic.where.offset ?? 0) },
  };
}

/** Something that is written otherwise than JSON has it, and has one meaning only. */
interface Mend {
  /** What was done, as a sentence begins. */
  readonly did: string;
  /** What it was, and what it is now; `now` is empty where it was left out. */
  readonly was: string;
  readonly now: string;
  /** Where it stands in the text. */
  readonly offset: number;
}

interface Mended {
  readonly text: string;
  readonly mends: readonly Mend[];
  /** Where in the text as it was written a place of the mended text is. */
  placeOf(offset: number): number;
}

const COMMENT = 'Left out a comment';
const COMMA = 'Left out a trailing comma';
const CONSTANT = "Read Python's constant";
const QUOTES: Readonly<Record<string, string>> = {
  "'": 'Read single quotes as double ones',
  '‘': 'Read typographic quotes as plain ones',
  '“': 'Read typographic quotes as plain ones',
  '”': 'Read typographic quotes as plain ones',
};
const CLOSERS: Readonly<Record<string, string>> = { "'": "'", '‘': '’', '“': '”“', '”': '”' };
const KEY = 'Put quotes around a key';
const BREAK = 'Read a line break in a text as its escape';

const PYTHON: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };
const WORD = /[A-Za-z_$][\w$-]*/y;
const SPACE = /\s*/y;
const BREAKS: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Rewrites the careless JSON of models as JSON, where what is written can mean nothing else: comments, commas before a
 * closing bracket, single and typographic quotes, bare keys, Python's constants, line breaks inside texts. Everything else
 * stays as it is, for the strict reader to refuse: a missing bracket, comma, quote, escape or value may be mended in more
 * than one way, and whoever guesses changes a plan that nobody wrote (P4).
 *
 * What is forgiven is chosen so that no JSON text with one character lost, doubled or swapped with its neighbour reads as
 * another: hence a comment with a quote, a comma at the end of a list of plain values and a text that begins or ends with a
 * line break are not forgiven. `test/fuzz/replies` holds it to that.
 *
 * @example mendJson("{'a': True,}").text // '{"a": true}'
 */
function mendJson(source: string): Mended {
  return new Mender(source).mend();
}

/** Goes over the text once; a stretch that is not JSON's is replaced, and where it stood is kept. */
class Mender {
  private readonly mends: Mend[] = [];
  private readonly pieces: string[] = [];
  /** Starts of replaced stretches: where the text goes on after each, in the mended text and in the source. */
  private readonly joints: { readonly to: number; readonly from: number }[] = [];
  private length = 0;
  private copied = 0;
  private at = 0;
  /** The last character that counts. */
  private before = '';

  constructor(private readonly source: string) {}

  mend(): Mended {
    while (this.at < this.source.length) this.next(this.source.charAt(this.at));
    this.copyUntil(this.source.length);
    return {
      text: this.pieces.join(''),
      mends: this.mends,
      placeOf: (offset) => this.placeOf(offset),
    };
  }

  private next(character: string): void {
    if (character === '"') this.text(character);
    else if (character === '/') this.comment();
    else if (character === ',') this.comma();
    else if (Object.hasOwn(QUOTES, character) && this.maybeValue()) this.text(character);
    else if (/[A-Za-z_$]/.test(character)) this.word();
    else {
      if (!/\s/.test(character)) this.before = character;
      this.at++;
    }
  }

  /** A key or a value may begin here. */
  private maybeValue(): boolean {
    return this.before !== '' && '{[,:'.includes(this.before);
  }

  private comment(): void {
    const end = this.endOfComment(this.at);
    if (end === null) this.giveUp();
    else this.replace(end, ' ', COMMENT, '');
  }

  /** A comment that holds a quote may be a text that has lost its first one; right after a colon it may be an address. */
  private endOfComment(start: number): number | null {
    if (this.source[start - 1] === ':') return null;
    const isBlock = this.source.startsWith('/*', start);
    if (!isBlock && !this.source.startsWith('//', start)) return null;
    const close = this.source.indexOf(isBlock ? '*/' : '\n', start + 2);
    if (close < 0 && isBlock) return null;
    const end = close < 0 ? this.source.length : close + (isBlock ? 2 : 0);
    return this.source.slice(start, end).includes('"') ? null : end;
  }

  /**
   * Before a brace it ends a list of members, each of which is whole. Before a bracket only an object may stand, a step:
   * after plain values a constant may have been lost.
   */
  private comma(): void {
    const closer = this.source.charAt(this.afterComments(this.at + 1));
    const isOver =
      (closer === '}' && !'{[,:'.includes(this.before)) || (closer === ']' && this.before === '}');
    if (isOver) this.replace(this.at + 1, '', COMMA, '');
    else {
      this.before = ',';
      this.at++;
    }
  }

  private afterComments(from: number): number {
    let at = this.afterSpace(from);
    while (this.source[at] === '/') {
      const end = this.endOfComment(at);
      if (end === null) return at;
      at = this.afterSpace(end);
    }
    return at;
  }

  private afterSpace(from: number): number {
    SPACE.lastIndex = from;
    return from + (SPACE.exec(this.source)?.[0].length ?? 0);
  }

  private word(): void {
    WORD.lastIndex = this.at;
    const word = WORD.exec(this.source)?.[0] ?? this.source.charAt(this.at);
    const end = this.at + word.length;
    const isKey =
      (this.before === '{' || this.before === ',') && this.source.charAt(this.afterSpace(end)) === ':';
    const constant = Object.hasOwn(PYTHON, word) ? PYTHON[word] : undefined;
    if (isKey) this.replace(end, JSON.stringify(word), KEY, word);
    else if (constant !== undefined) this.replace(end, constant, CONSTANT, word);
    else this.at = end;
    this.before = 'w';
  }

  /** A text in any quotes. One in quotes of its own kind holds no double ones: it would not be clear whose they are. */
  private text(quote: string): void {
    const start = this.at;
    const end = this.endOfText(start, CLOSERS[quote] ?? '"');
    if (end === null) {
      this.giveUp();
      return;
    }
    const breaks = [...this.source.slice(start + 1, end).matchAll(/\\[\s\S]|[\n\r\t]/g)]
      .filter(([found]) => found.length === 1)
      .map(({ index }) => start + 1 + index);
    // At either end the quote and the break may have changed places.
    const isInside = breaks.every((place) => place > start + 1 && place < end - 1);
    const inner = isInside ? this.inner(start + 1, end, quote) : this.source.slice(start + 1, end);
    if (isInside && breaks[0] !== undefined)
      this.told(BREAK, this.source.slice(start, end + 1), inner, start);
    if (quote !== '"') this.replace(end + 1, `"${inner}"`, QUOTES[quote] ?? '', inner);
    else if (isInside && breaks.length > 0) this.put(end + 1, `"${inner}"`);
    else this.at = end + 1;
    this.before = '"';
  }

  private endOfText(start: number, closers: string): number | null {
    for (let end = start + 1; end < this.source.length; end++) {
      const character = this.source.charAt(end);
      if (character === '\\') end++;
      else if (closers.includes(character)) return end;
      else if (character === '"') return null;
    }
    return null;
  }

  private inner(from: number, to: number, quote: string): string {
    const breaksMended = this.source
      .slice(from, to)
      .replace(/\\[\s\S]|[\n\r\t]/g, (one) => (one.startsWith('\\') ? one : (BREAKS[one] ?? one)));
    return quote === "'"
      ? breaksMended.replace(/\\[\s\S]/g, (one) => (one === "\\'" ? "'" : one))
      : breaksMended;
  }

  /** What stands here cannot be mended: the strict reader stops at it, so that what follows does not matter. */
  private giveUp(): void {
    this.at = this.source.length;
  }

  private replace(end: number, text: string, did: string, now: string): void {
    this.told(did, this.source.slice(this.at, end), did === KEY || did === CONSTANT ? text : now, this.at);
    this.put(end, text);
  }

  private told(did: string, was: string, now: string, offset: number): void {
    this.mends.push({ did, was, now, offset });
  }

  private put(end: number, text: string): void {
    this.copyUntil(this.at);
    this.pieces.push(text);
    this.length += text.length;
    this.copied = end;
    this.at = end;
    this.joints.push({ to: this.length, from: end });
  }

  private copyUntil(end: number): void {
    const kept = this.source.slice(this.copied, end);
    this.pieces.push(kept);
    this.length += kept.length;
    this.copied = end;
  }

  private placeOf(offset: number): number {
    const joint = this.joints.findLast(({ to }) => to <= offset);
    return joint === undefined ? offset : joint.from + (offset - joint.to);
  }
}
