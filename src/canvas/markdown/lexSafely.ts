import { Lexer, type Token } from 'marked';
import { LIMITS } from '#base';
import { blockCost, inlineCost } from './cost';
import { piecesOf } from './pieces';

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
