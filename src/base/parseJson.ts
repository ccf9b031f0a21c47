import { type Diagnostic, err, ok, problem, type Result, type Where } from './diagnostic';
import { escapePointer, type Json } from './json';

/**
 * Parses JSON text after counting its depth, so that a text 100,000 deep is refused before anything recurses
 * into it (case C5), and a byte order mark is forgiven. A number that is too large for a double, as `1e400`, is well
 * formed and no value of ours (V4): it is refused, because JSON.parse would make it infinite.
 *
 * @param maxDepth most levels of nested arrays and objects
 * @returns the value, or one diagnostic `JSON_TOO_DEEP`, `JSON_INVALID` or `NUMBER_NOT_FINITE`
 */
export function parseJson(text: string, maxDepth: number): Result<Json, Diagnostic> {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const tooDeepAt = firstTooDeep(source, maxDepth);
  if (tooDeepAt !== null) {
    return err(
      problem(
        'JSON_TOO_DEEP',
        `The JSON is nested more than ${maxDepth} levels deep.`,
        'Flatten the data, or put the deep part into a document of its own.',
        { offset: tooDeepAt },
      ),
    );
  }
  try {
    const value: Json = JSON.parse(source);
    const infinite = MAY_BE_INFINITE.test(source) ? notFinite(source) : null;
    return infinite === null ? ok(value) : err(infinite);
  } catch (cause) {
    const reason = source.trim() === '' ? 'the text is empty' : reasonOf(cause);
    return err(
      problem(
        'JSON_INVALID',
        `This is not valid JSON: ${reason}.`,
        'Fix the text at that place and try again.',
        placeOf(source, jsonFaultAt(source)),
      ),
    );
  }
}

/** A number with an exponent of three digits, or with very many digits of its own: only then is it looked for. */
const MAY_BE_INFINITE = /(?:^|[:,[\s])-?(?:\d[\d.]*[eE]\+?\d{3}|\d{200})/;

function notFinite(text: string): Diagnostic | null {
  const infinite = jsonLosses(text).find(
    ({ kind, written }) => kind === 'out-of-range' && !Number.isFinite(Number(written)),
  );
  if (infinite === undefined) return null;
  const { written, field, offset } = infinite;
  return problem(
    'NUMBER_NOT_FINITE',
    `The number ${written.slice(0, 40)} is too large: the largest is about 1.8e308.`,
    'Write a number that is smaller, or null.',
    { field, ...placeOf(text, offset) },
  );
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** A text of one line has no lines to count. */
function placeOf(text: string, offset: number): Where {
  const lines = new Lines(text);
  return lines.count === 1 ? { offset } : lines.at(offset);
}

function firstTooDeep(text: string, maxDepth: number): number | null {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (inString) {
      if (unit === 0x5c) index++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > maxDepth) return index;
    } else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return null;
}

/**
 * Where a text stops being JSON (RFC 8259): engines say it in words of their own, and of some faults not at all.
 *
 * @param text nested no deeper than a recursion may go
 * @returns the first code unit with which no JSON text goes on; the length where the text ends too early
 */
function jsonFaultAt(text: string): number {
  const scanner = new Scanner(text);
  if (scanner.value()) scanner.space();
  return scanner.at;
}

const SPACE = ' \t\n\r';
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const FIRST_PRINTABLE = 0x20;

/** Each reader goes on as far as the text is JSON, and says whether it got to its end. */
class Scanner {
  at = 0;

  constructor(private readonly text: string) {}

  space(): void {
    while (this.at < this.text.length && SPACE.includes(this.text.charAt(this.at))) this.at++;
  }

  value(): boolean {
    this.space();
    switch (this.text[this.at]) {
      case '{':
        return this.list('}', () => this.member());
      case '[':
        return this.list(']', () => this.value());
      case '"':
        return this.string();
      case 't':
        return this.word('true');
      case 'f':
        return this.word('false');
      case 'n':
        return this.word('null');
      default:
        return this.matches(NUMBER);
    }
  }

  private list(end: string, item: () => boolean): boolean {
    this.at++;
    if (this.mark(end)) return true;
    do {
      if (!item()) return false;
    } while (this.mark(','));
    return this.mark(end);
  }

  private member(): boolean {
    this.space();
    return this.string() && this.mark(':') && this.value();
  }

  private mark(mark: string): boolean {
    this.space();
    if (this.text[this.at] !== mark) return false;
    this.at++;
    return true;
  }

  private string(): boolean {
    if (this.text[this.at] !== '"') return false;
    this.at++;
    while (this.at < this.text.length) {
      const character = this.text[this.at];
      if (character === '"') {
        this.at++;
        return true;
      }
      if (character === '\\') {
        if (!this.matches(ESCAPE)) return false;
      } else if (this.text.charCodeAt(this.at) < FIRST_PRINTABLE) return false;
      else this.at++;
    }
    return false;
  }

  private word(word: string): boolean {
    for (const letter of word) {
      if (this.text[this.at] !== letter) return false;
      this.at++;
    }
    return true;
  }

  private matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    if (found === undefined) return false;
    this.at += found.length;
    return true;
  }
}

const LINE_END = /\r\n?|\n/g;

/** The lines of a text: says where in it a place is as people and editors say it. */
export class Lines {
  private readonly starts: readonly number[];

  constructor(private readonly text: string) {
    this.starts = [0, ...[...text.matchAll(LINE_END)].map(({ index, 0: end }) => index + end.length)];
  }

  get count(): number {
    return this.starts.length;
  }

  /** @param offset in UTF-16 code units, from 0; past the end counts as the end */
  at(offset: number): Required<Pick<Where, 'offset' | 'line' | 'column'>> {
    const place = Math.min(Math.max(offset, 0), this.text.length);
    let [from, to] = [0, this.starts.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if ((this.starts[middle] ?? 0) <= place) from = middle;
      else to = middle;
    }
    return { offset: place, line: from + 1, column: place - (this.starts[from] ?? 0) + 1 };
  }
}

/**
 * Parses JSON of which nothing may be lost: what JSON.parse itself would drop or change is a problem.
 *
 * @param maxDepth most levels of nested arrays and objects
 * @returns the value, or one diagnostic: those of `parseJson`, `DUPLICATE_KEY` or `NUMBER_NOT_EXACT`
 * @example parseExactJson('{"id": 12345678901234567890}', 64) // NUMBER_NOT_EXACT at /id
 */
export function parseExactJson(text: string, maxDepth: number): Result<Json, Diagnostic> {
  const parsed = parseJson(text, maxDepth);
  if (!parsed.ok) return parsed;
  const [loss] = jsonLosses(text);
  return loss === undefined ? parsed : err(lost(loss));
}

const SHOWN = 40;

function lost({ kind, written, field, offset }: JsonLoss): Diagnostic {
  const where = { field, offset };
  const shown = written.length > SHOWN ? `${written.slice(0, SHOWN)}…` : written;
  if (kind === 'duplicate-key')
    return problem(
      'DUPLICATE_KEY',
      `The key "${shown}" is there twice in one object, and only one of them can count.`,
      'Write each key once.',
      where,
    );
  return problem(
    'NUMBER_NOT_EXACT',
    `The number ${shown} cannot be kept exactly.`,
    'Write it as a text if every digit counts, else with fewer digits.',
    where,
  );
}

/** Something of a JSON text that its value would not have: JSON.parse swallows it without a word. */
export interface JsonLoss {
  /**
   * A key that is twice in one object; a number outside the range of doubles, which becomes infinite or zero; digits of a
   * number that a double cannot keep.
   */
  readonly kind: 'duplicate-key' | 'out-of-range' | 'digits';
  /** The key, or the number as it is written. */
  readonly written: string;
  /** JSON Pointer to the value. */
  readonly field: string;
  readonly offset: number;
}

interface Level {
  readonly isObject: boolean;
  readonly keys: Set<string>;
  readonly path: string;
  /** Path of the value that comes next. */
  inside: string;
  index: number;
}

/**
 * What is lost when a text is read as JSON (case A13), in one pass over it.
 *
 * @param text JSON that is known to be well formed
 * @example jsonLosses('{"a": 1, "a": 1e400}').map(({ kind }) => kind) // ['duplicate-key', 'out-of-range']
 */
export function jsonLosses(text: string): readonly JsonLoss[] {
  return new Reader(text).read();
}

/** `levels` are the lists and objects that are open. */
class Reader {
  private readonly found: JsonLoss[] = [];
  private readonly levels: Level[] = [];
  private expectsKey = false;

  constructor(private readonly text: string) {}

  read(): readonly JsonLoss[] {
    let at = this.text.charCodeAt(0) === 0xfeff ? 1 : 0;
    while (at < this.text.length) at = this.next(at);
    return this.found;
  }

  /** Reads what is at a place, and returns the place after it. */
  private next(at: number): number {
    const character = this.text[at] ?? '';
    if (character === '"') return this.string(at);
    if ('-0123456789'.includes(character)) return this.number(at);
    if (character === '{' || character === '[') this.open(character === '{');
    else if (character === '}' || character === ']') this.levels.pop();
    else if (character === ',') this.comma();
    return at + 1;
  }

  private open(isObject: boolean): void {
    const path = this.levels.at(-1)?.inside ?? '';
    this.levels.push({ isObject, keys: new Set(), path, inside: isObject ? path : `${path}/0`, index: 0 });
    this.expectsKey = isObject;
  }

  private comma(): void {
    const level = this.levels.at(-1);
    this.expectsKey = level?.isObject ?? false;
    if (level && !level.isObject) level.inside = `${level.path}/${++level.index}`;
  }

  private string(at: number): number {
    const end = endOfString(this.text, at);
    const level = this.levels.at(-1);
    if (this.expectsKey && level) this.key(level, String(JSON.parse(this.text.slice(at, end))), at);
    this.expectsKey = false;
    return end;
  }

  private key(level: Level, written: string, offset: number): void {
    level.inside = `${level.path}/${escapePointer(written)}`;
    if (level.keys.has(written))
      this.found.push({ kind: 'duplicate-key', written, field: level.inside, offset });
    level.keys.add(written);
  }

  private number(offset: number): number {
    const end = endOfNumber(this.text, offset);
    const written = this.text.slice(offset, end);
    const kind = lossOf(written);
    if (kind !== null) this.found.push({ kind, written, field: this.levels.at(-1)?.inside ?? '', offset });
    return end;
  }
}

function lossOf(written: string): 'out-of-range' | 'digits' | null {
  const value = Number(written);
  if (!Number.isFinite(value) || (value === 0 && digitsOf(written) !== '')) return 'out-of-range';
  // Of a fraction a double keeps what counts; of a larger number it drops whole units.
  const isLarge = Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return isLarge && digitsOf(written) !== digitsOf(String(value)) ? 'digits' : null;
}

/** The digits that count: without sign, point, exponent, and zeros at either end. */
function digitsOf(number: string): string {
  const [mantissa = ''] = number.split(/e/i);
  const digits = mantissa.replace(/[^0-9]/g, '').replace(/^0+/, '');
  return withoutEnd(digits, (digit) => digit === '0');
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
