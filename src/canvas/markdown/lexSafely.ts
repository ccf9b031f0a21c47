import { Lexer, type Token } from 'marked';
import { LIMITS } from '#base';

/**
 * The tokens of a Markdown text from anybody. It never throws, and its work is bounded: `marked` matches by patterns that look far
 * ahead from every mark (`a` × 64,000 and an `@` took it 5 s), and calls itself for every level (`>` × 4,000 ended the stack). So a
 * text is read in pieces, within one budget; what is beyond it, deeper than the limit, or trips the lexer is plain text. Nothing of
 * a text is dropped.
 */
export function lexSafely(text: string): readonly Token[] {
  const lexer = new BoundedLexer({ gfm: true, breaks: true });
  const end = endOfWhole(text, LIMITS.markdownCharacters);
  for (const piece of piecesOf(text.slice(0, end).replace(/\r\n?/g, '\n'))) lexer.addPiece(piece);
  lexer.addPlain(text.slice(end));
  return lexer.finish();
}

/** What is shown as it was written. */
export interface PlainToken {
  readonly type: 'plain';
  readonly raw: string;
  readonly text: string;
}

/** Where the last whole line within the limit ends. */
function endOfWhole(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  return text.lastIndexOf('\n', limit - 1) + 1;
}

/** marked's lexer with a budget and a floor. Its tokenizer comes back to these two methods for whatever lies deeper. */
class BoundedLexer extends Lexer {
  private depth = 0;
  private left: number = LIMITS.markdownCost;

  addPiece(piece: string): void {
    const queued = this.inlineQueue.length;
    try {
      this.tokens.push(...this.blockTokens(piece));
    } catch {
      this.inlineQueue.length = queued;
      this.state.top = true;
      this.addPlain(piece);
    }
  }

  addPlain(piece: string): void {
    if (piece.trim() !== '') this.tokens.push(plainBlock(piece));
  }

  /** What stands inside the blocks comes last: a link may name an address that a later piece defines. */
  finish(): readonly Token[] {
    for (const { src, tokens } of this.inlineQueue) {
      try {
        this.state.inRawBlock = false;
        this.inlineTokens(src, tokens);
      } catch {
        tokens.splice(0, tokens.length, plainText(src));
      }
    }
    this.inlineQueue = [];
    return this.tokens;
  }

  override blockTokens<List extends Token[]>(
    src: string,
    given?: List,
    lastParagraphClipped?: boolean,
  ): List {
    const tokens = given ?? ([] as Token[] as List);
    const isDone = this.deeper(blockCost(src), () => super.blockTokens(src, tokens, lastParagraphClipped));
    if (!isDone) tokens.push(plainBlock(src));
    return tokens;
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const isDone = this.deeper(inlineCost(src), () => super.inlineTokens(src, tokens));
    if (!isDone) tokens.push(plainText(src));
    return tokens;
  }

  /** @returns whether it was done: not where it is too deep, or too dear */
  private deeper(cost: number, lex: () => unknown): boolean {
    if (this.depth >= LIMITS.markdownDepth || cost > this.left) return false;
    this.left -= cost;
    this.depth += 1;
    try {
      lex();
      return true;
    } finally {
      this.depth -= 1;
    }
  }
}

function plainBlock(text: string): Token {
  return { type: 'paragraph', raw: text, text, tokens: [plainText(text)] };
}

function plainText(text: string): PlainToken {
  return { type: 'plain', raw: text, text };
}

/**
 * What finding the marks inside one block may cost, at worst, in characters looked at: from each mark a pattern may look through
 * the whole text, and from each character of a word or of a run of blanks through the rest of it.
 */
function inlineCost(text: string): number {
  return text.length * marksIn(text) + squaredRuns(text);
}

/**
 * What finding the blocks of a text may cost: rules look from a line at all that follow, within a line as above, and a table fills
 * each of its rows up to the columns of its head.
 */
function blockCost(text: string): number {
  if (isFencedCode(text)) return text.length;
  const lines = text.split('\n');
  let cost = (text.length * lines.length) / 2;
  let columns = 0;
  for (const line of lines) {
    cost += inlineCost(line);
    columns = Math.max(columns, line.split('|').length);
  }
  return cost + (columns > 2 ? lines.length * columns * COST_OF_CELL : 0);
}

const COST_OF_CELL = 50;

/** Whether it is one block of code, whose marks are none: it ends with its fence, or with the text. */
function isFencedCode(text: string): boolean {
  const [, fence] = /^(`{3,16}|~{3,16})[^`~\n]*\n/.exec(text) ?? [];
  if (fence === undefined) return false;
  const end = text.indexOf(`\n${fence}`, fence.length);
  return (
    end === -1 ||
    !text
      .slice(end + 1)
      .trimEnd()
      .includes('\n')
  );
}

function marksIn(text: string): number {
  let marks = 1;
  for (const character of text) if (MARKS.has(character)) marks += 1;
  return marks;
}

/** The squares of the lengths of what stands together: characters of a word, or blanks. */
function squaredRuns(text: string): number {
  let squares = 0;
  for (const [run] of text.matchAll(/\s+|[^\s*_~`[\]()<>|#\\&:!"]+/g)) squares += run.length * run.length;
  return squares;
}

const MARKS = new Set('*_~`[]()<>|#@\\&:!"');

/** A piece longer than this ends with its line. */
const LONG = 8_000;
const FENCE = /^(?:(`{3,})[^`\n]*|(~{3,})[^\n]*)$/m;
/** What goes on after an empty line: what is indented, and the next item of a list. */
const GOES_ON = /^(?:[ \t]|[-*+]|\d{1,9}[.)])/;

/**
 * Cuts a Markdown text where blocks end, so that each piece can be read by itself: around fenced code, and at empty lines that no
 * list goes on after. Together the pieces are the text. Only code and tables are longer than others, because half of one is none.
 */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let fence: string | null = null;
  let afterBlank = false;
  const cut = (): void => {
    if (piece !== '') pieces.push(piece);
    piece = '';
  };
  for (const line of linesOf(text)) {
    const opened: string | null = fence === null ? fenceOf(line) : null;
    const isBlank = line.trim() === '';
    const isLong = piece.length + line.length > LONG && !line.startsWith('|');
    if (fence === null && (opened !== null || isLong || (afterBlank && !isBlank && !GOES_ON.test(line))))
      cut();
    piece += line;
    afterBlank = isBlank;
    if (fence !== null && closes(line, fence)) {
      fence = null;
      cut();
    } else fence ??= opened;
  }
  cut();
  return pieces;
}

/** The lines, with their ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function fenceOf(line: string): string | null {
  const found = FENCE.exec(line);
  return found?.[1] ?? found?.[2] ?? null;
}

function closes(line: string, fence: string): boolean {
  const marks = line.trim();
  return marks.startsWith(fence) && marks === marks.charAt(0).repeat(marks.length);
}
