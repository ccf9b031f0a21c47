import { escapePointer } from './json';

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
