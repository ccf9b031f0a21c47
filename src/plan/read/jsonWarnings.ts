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
  const reader = new WarningReader(text);
  return reader.read();
}

/** Walks over the text once; `levels` are the lists and objects that are open. */
class WarningReader {
  private readonly found: Diagnostic[] = [];
  private readonly levels: Level[] = [];
  private expectsKey = false;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): readonly Diagnostic[] {
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

  private key(level: Level, key: string, offset: number): void {
    level.inside = `${level.path}/${escapePointer(key)}`;
    if (level.keys.has(key)) {
      const message = `The key "${key}" is there twice; the last one counts.`;
      this.found.push(
        warning('DUPLICATE_KEY', message, 'Keep one of them.', { field: level.inside, offset }),
      );
    }
    level.keys.add(key);
  }

  private number(at: number): number {
    const end = endOfNumber(this.text, at);
    const digits = this.text.slice(at, end);
    if (/^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits))) {
      const where = { field: this.levels.at(-1)?.inside ?? '', offset: at };
      const message = `The number ${digits} is too large to be kept exactly.`;
      this.found.push(warning('NUMBER_NOT_EXACT', message, 'Write it as text if every digit counts.', where));
    }
    return end;
  }
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
