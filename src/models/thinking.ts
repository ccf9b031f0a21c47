import { withoutEnd } from '#base';
import type { ModelEvent } from '#runtime';

/** Marks that chat templates put around reasoning. What a prompt may ask for, like `<reasoning>`, is not among them. */
const MARKS = [
  { open: '<think>', close: '</think>' },
  { open: '<seed:think>', close: '</seed:think>' },
  { open: '[THINK]', close: '[/THINK]' },
] as const;

type Mark = (typeof MARKS)[number];

/**
 * Tells what a model thinks from what it answers, where its server leaves both in one text. Only the beginning of an
 * answer can be reasoning, so that an answer may write about such marks. Templates of some models open the mark
 * themselves: then a closing one that stands alone on a line ends reasoning that was taken for text.
 */
export class ThinkingSplitter {
  #phase: 'start' | 'thinking' | 'answer' = 'start';
  #mark: Mark = MARKS[0];
  #hasThought = false;
  /** What may be the beginning of a mark, and is not told yet. */
  #held = '';
  /** Whether the line that has been told so far is blank. */
  #atLineStart = true;

  push(delta: string): ModelEvent[] {
    this.#held += delta;
    return this.#read(false);
  }

  end(): ModelEvent[] {
    return this.#read(true);
  }

  #read(isEnd: boolean): ModelEvent[] {
    const events: ModelEvent[] = [];
    for (;;) {
      const before = this.#phase;
      if (before === 'start') this.#begin(isEnd);
      else if (before === 'thinking') events.push(...this.#think(isEnd));
      else events.push(...this.#answer(isEnd));
      if (this.#phase === before) return events;
    }
  }

  #begin(isEnd: boolean): void {
    const said = this.#held.trimStart();
    const mark = MARKS.find(({ open }) => said.startsWith(open));
    if (mark !== undefined) {
      this.#mark = mark;
      this.#held = said.slice(mark.open.length);
      this.#hasThought = true;
      this.#phase = 'thinking';
    } else if (isEnd || !MARKS.some(({ open }) => open.startsWith(said))) {
      if (this.#hasThought) this.#held = said;
      this.#phase = 'answer';
    }
  }

  #think(isEnd: boolean): ModelEvent[] {
    const { close } = this.#mark;
    const at = this.#held.indexOf(close);
    const keep = isEnd || at >= 0 ? 0 : overlap(this.#held, close);
    const text = at >= 0 ? this.#held.slice(0, at) : this.#held.slice(0, this.#held.length - keep);
    this.#held = at >= 0 ? this.#held.slice(at + close.length) : this.#held.slice(text.length);
    if (at >= 0) this.#phase = 'start';
    return text === '' ? [] : [{ type: 'reasoning', text }];
  }

  #answer(isEnd: boolean): ModelEvent[] {
    if (this.#hasThought) return this.#tell(this.#held.length);
    const events: ModelEvent[] = [];
    for (const { close } of MARKS) {
      const at = this.#held.indexOf(close);
      if (at < 0 || !this.#standsAlone(at, close, isEnd)) continue;
      events.push(...this.#tell(at), { type: 'text-was-reasoning' });
      this.#held = this.#held.slice(close.length);
      this.#hasThought = true;
      this.#phase = 'start';
      return events;
    }
    const keep = isEnd ? 0 : Math.max(...MARKS.map(({ close }) => this.#undecided(close)));
    return this.#tell(this.#held.length - keep);
  }

  #tell(length: number): ModelEvent[] {
    const text = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    if (text === '') return [];
    this.#atLineStart = this.#isBlankLine(text);
    return [{ type: 'text', text }];
  }

  #standsAlone(at: number, close: string, isEnd: boolean): boolean {
    const after = this.#held.slice(at + close.length);
    const ends = after.trimStart() !== after ? /^[ \t]*\r?\n/.test(after) : after === '' && isEnd;
    return ends && this.#isBlankLine(this.#held.slice(0, at));
  }

  #isBlankLine(text: string): boolean {
    const line = text.slice(text.lastIndexOf('\n') + 1);
    return line.trim() === '' && (this.#atLineStart || text.includes('\n'));
  }

  /** How much of the end cannot be told yet: a part of the mark, or the mark whose line has not ended. */
  #undecided(close: string): number {
    const line = this.#held.endsWith('\r') ? this.#held.slice(0, -1) : this.#held;
    const trimmed = withoutEnd(line, (character) => character === ' ' || character === '\t');
    if (trimmed.endsWith(close) && this.#isBlankLine(trimmed.slice(0, -close.length)))
      return this.#held.length - trimmed.length + close.length;
    const part = overlap(this.#held, close);
    return part > 0 && this.#isBlankLine(this.#held.slice(0, -part)) ? part : 0;
  }
}

/** Length of the longest end of a text that a mark begins with. */
function overlap(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length--)
    if (mark.startsWith(text.slice(-length))) return length;
  return 0;
}
