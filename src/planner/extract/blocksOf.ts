import { looksLikeJson } from './looksLikeJson';
import { scanValue } from './scanValue';
import { endOfThoughts, thoughtMarkAt } from './thinking';

/** A stretch of a reply that is JSON, or wants to be. Offsets are UTF-16 code units of the reply. */
export interface Block {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Its last bracket never came: never accepted as a whole (P4). */
  readonly truncated: boolean;
}

export interface Blocks {
  readonly blocks: readonly Block[];
  /**
   * Where something stands outside of all blocks that is left of one: a bracket that closes nothing, a bracket around a
   * block, a single quote mark, a digit right behind a bracket. Then a block ended too early or begins too late, and what
   * it lacks would be dropped. Null where there is only prose.
   */
  readonly strayAt: number | null;
}

/**
 * All outermost JSON values of a reply, in order (P4). Prose and code fences around them need no care: nothing but a
 * bracket that looks like JSON begins one. What stands inside `<think>`, or what other models write for it, is not read,
 * and a closing `</think>` without an opening one drops what came before it, because some servers cut the opening tag off.
 *
 * One pass: linear in the length of the reply.
 *
 * @example blocksOf('Sure: {"steps":[]}').blocks // [{ start: 6, end: 18, text: '{"steps":[]}', truncated: false }]
 */
export function blocksOf(reply: string): Blocks {
  return new Extraction(reply).all();
}

/** Goes over a reply once. */
class Extraction {
  private blocks: Block[] = [];
  private prose = new Prose();

  constructor(private readonly reply: string) {}

  all(): Blocks {
    let index = 0;
    while (index < this.reply.length) index = this.next(index);
    return { blocks: this.blocks, strayAt: this.blocks.length === 0 ? null : this.prose.strayAt };
  }

  /** Takes what stands at a place, and returns the place after it. */
  private next(index: number): number {
    const character = this.reply.charAt(index);
    const mark = thoughtMarkAt(this.reply, index);
    if (mark !== null) {
      if (mark.endsWith === null) this.forget();
      return endOfThoughts(this.reply, index + mark.length, mark);
    }
    if ((character === '{' || character === '[') && looksLikeJson(this.reply, index))
      return this.block(index);
    this.prose.take(character, index, this.blocks.length);
    return index + (character === '\\' && this.reply[index + 1] === '"' ? 2 : 1);
  }

  /** All of it was thought. */
  private forget(): void {
    this.blocks = [];
    this.prose = new Prose();
  }

  private block(start: number): number {
    const { end, closed } = scanValue(this.reply, start);
    this.blocks.push({ start, end, text: this.reply.slice(start, end), truncated: !closed });
    if (closed && /\d/.test(this.reply.charAt(end))) this.prose.stray(end);
    return end;
  }
}

const OPENER: Readonly<Record<string, string>> = { '}': '{', ']': '[' };

/** What stands between the blocks: its brackets go in pairs with no block between them, its quotes too. */
class Prose {
  private readonly open: { readonly bracket: string; readonly blocks: number }[] = [];
  private first: number | null = null;
  private quoteAt: number | null = null;

  get strayAt(): number | null {
    return this.first ?? this.quoteAt;
  }

  take(character: string, index: number, blocks: number): void {
    if (character === '"') this.quoteAt = this.quoteAt === null ? index : null;
    else if (character === '{' || character === '[') this.open.push({ bracket: character, blocks });
    else if (character === '}' || character === ']') this.close(character, index, blocks);
  }

  stray(index: number): void {
    this.first ??= index;
  }

  private close(character: string, index: number, blocks: number): void {
    const opened = this.open.at(-1);
    if (opened !== undefined && opened.bracket === OPENER[character]) {
      this.open.pop();
      if (opened.blocks < blocks) this.stray(index);
    } else this.stray(index);
  }
}
