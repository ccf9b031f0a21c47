import { type Diagnostic, problem, type Where } from './diagnostic';
import type { Json } from './json';
import { type JsonLoss, jsonLosses } from './jsonLosses';
import { err, ok, type Result } from './result';

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
