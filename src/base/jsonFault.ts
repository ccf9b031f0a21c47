/**
 * Where a text stops being JSON (RFC 8259): engines say it in words of their own, and of some faults not at all.
 *
 * @param text nested no deeper than a recursion may go
 * @returns the first code unit with which no JSON text goes on; the length where the text ends too early
 */
export function jsonFaultAt(text: string): number {
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
