/** Thrown while a pattern is read: what is wrong with it, as the end of a sentence that begins with "the pattern". */
export class PatternFault extends Error {}

export const MALFORMED = 'is no regular expression';

/** A place in the source of a pattern. With the flag `u` a character is a code point, else a UTF-16 code unit. */
export class PatternCursor {
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
