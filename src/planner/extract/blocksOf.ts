/** A stretch of a reply that is JSON, or wants to be. Offsets are UTF-16 code units of the reply. */
export interface Block {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Its last bracket never came: never accepted as a whole (P4). */
  readonly truncated: boolean;
}

interface Blocks {
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

/** Where a JSON value ends: after its last bracket, or where the text breaks off. */
interface ScannedValue {
  readonly end: number;
  readonly closed: boolean;
}

const FENCE = '```';
const CLOSERS: Readonly<Record<string, string>> = { '"': '"', '“': '“”"', '”': '“”"', "'": "'", '‘': '‘’' };
const SPACE = /\s/;

/**
 * Finds the end of the object or array that begins at `start`, in one pass. Brackets in strings and comments do not
 * count. A fence at the beginning of a line ends an open value as truncated: no JSON string holds a raw line break,
 * so what follows belongs to something else.
 */
function scanValue(text: string, start: number): ScannedValue {
  let depth = 0;
  let index = start;
  while (index < text.length) {
    const character = text.charAt(index);
    if (character === '\n' && text.startsWith(FENCE, index + 1)) return { end: index, closed: false };
    const skipped = endOfSkipped(text, index, start);
    if (skipped === null) return cutAt(text, index);
    if (skipped > index) {
      index = skipped;
      continue;
    }
    depth += depthOf(character);
    index += character === '\\' ? 2 : 1;
    if (depth === 0) return { end: index, closed: true };
  }
  return { end: text.length, closed: false };
}

function depthOf(character: string): -1 | 0 | 1 {
  if (character === '{' || character === '[') return 1;
  return character === '}' || character === ']' ? -1 : 0;
}

/** The end of the string or comment that begins here, the same index where none does, null where a string is cut. */
function endOfSkipped(text: string, index: number, start: number): number | null {
  if (opensString(text, index, start)) return endOfString(text, index);
  // `http://` without quotes is no comment.
  return text[index] === '/' && text[index - 1] !== ':' ? endOfComment(text, index) : index;
}

/** The end of a value whose string never closes: before the next fence, else the end of the text. */
function cutAt(text: string, from: number): ScannedValue {
  const fence = text.indexOf(`\n${FENCE}`, from);
  return { end: fence < 0 ? text.length : fence, closed: false };
}

function opensString(text: string, index: number, start: number): boolean {
  const character = text.charAt(index);
  if (character === '"' || character === '“' || character === '”') return true;
  if (character !== "'" && character !== '‘') return false;
  // An apostrophe opens a string only where a key or a value may stand.
  let before = index - 1;
  while (before > start && SPACE.test(text.charAt(before))) before--;
  return '{[,:'.includes(text.charAt(before));
}

/** The index after the closing quote; null when the string is cut. */
function endOfString(text: string, open: number): number | null {
  const closers = CLOSERS[text.charAt(open)] ?? '"';
  for (let index = open + 1; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '\\') index++;
    else if (character === '\n' && text.startsWith(FENCE, index + 1)) return null;
    else if (closers.includes(character) && closes(text, index, character)) return index + 1;
  }
  return null;
}

/** A single quote inside a word is an apostrophe: it closes only before `,`, `:`, a bracket or the end. */
function closes(text: string, index: number, character: string): boolean {
  if (character !== "'" && character !== '’') return true;
  let next = index + 1;
  while (next < text.length && SPACE.test(text.charAt(next))) next++;
  return next >= text.length || ',:]}'.includes(text.charAt(next));
}

function endOfComment(text: string, index: number): number {
  if (text.startsWith('//', index)) {
    const line = text.indexOf('\n', index);
    return line < 0 ? text.length : line;
  }
  if (!text.startsWith('/*', index)) return index;
  const close = text.indexOf('*/', index + 2);
  return close < 0 ? text.length : close + 2;
}

/** What may follow `{` in JSON or in the careless JSON of models: a key, a comment, or the end. */
const AFTER_BRACE = /^(?:["'“”‘’`}]|\/[/*]|\\"|[A-Za-z_$][\w$-]{0,63}\s{0,16}:)/;
/** What may follow `[`: a value, a comment, or the end. */
const AFTER_BRACKET = /^(?:["'“”‘’{[\]-]|\d|\/[/*]|\\"|(?:true|false|null|True|False|None|NaN)\b)/;
/** Enough characters for the longest key that is looked at. */
const LOOKAHEAD = 100;

/**
 * Whether a brace or bracket at `index` begins JSON rather than prose ("{goal}", "[see above]"). Only a look ahead:
 * a wrong yes costs one span that is no plan, a wrong no would lose one.
 */
export function looksLikeJson(text: string, index: number): boolean {
  let next = index + 1;
  while (next < text.length && SPACE.test(text.charAt(next))) next++;
  if (next >= text.length) return true;
  const ahead = text.slice(next, next + LOOKAHEAD);
  return text[index] === '{' ? AFTER_BRACE.test(ahead) : AFTER_BRACKET.test(ahead);
}

/** What stands around the thoughts of a model, which are no part of its reply. */
const THOUGHTS: readonly (readonly [open: string, close: string])[] = [
  ...['think', 'thinking', 'thought', 'reasoning'].map((name): [string, string] => [
    `<${name}>`,
    `</${name}>`,
  ]),
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ...['think', 'thought', 'reasoning', 'scratchpad'].map((name): [string, string] => [
    `\`\`\`${name}`,
    '```',
  ]),
  ['<|channel|>analysis<|message|>', '<|end|>'],
];
/** A lone one of these ends other things too. */
const ONLY_AFTER_ITS_OPENING = new Set(['<|end|>', '```']);

const FIRST: ReadonlySet<string> = new Set(THOUGHTS.flat().map((mark) => mark.charAt(0)));
const LAST: ReadonlySet<string> = new Set(THOUGHTS.flat().map((mark) => mark.charAt(mark.length - 1)));

/** A mark that begins or ends thoughts: the letters that it has, and what ends them where it begins them. */
interface ThoughtMark {
  readonly length: number;
  readonly endsWith: string | null;
}

/** The mark that stands at a place; null where none does. */
function thoughtMarkAt(text: string, at: number): ThoughtMark | null {
  return FIRST.has(text.charAt(at)) ? markIn((mark) => isAt(text, at, mark)) : null;
}

/** The mark that a text ends with; null where it ends with none. */
export function thoughtMarkAtEnd(text: string): ThoughtMark | null {
  if (!LAST.has(text.charAt(text.length - 1))) return null;
  return markIn((mark) => isAtEnd(text, mark));
}

/** Whether a text ends with a mark. */
export function isAtEnd(text: string, mark: string): boolean {
  return isAt(text, text.length - mark.length, mark);
}

function markIn(isThere: (mark: string) => boolean): ThoughtMark | null {
  for (const [open, close] of THOUGHTS) {
    if (isThere(open)) return { length: open.length, endsWith: close };
    if (!ONLY_AFTER_ITS_OPENING.has(close) && isThere(close)) return { length: close.length, endsWith: null };
  }
  return null;
}

function isAt(text: string, at: number, mark: string): boolean {
  return at >= 0 && text.slice(at, at + mark.length).toLowerCase() === mark.toLowerCase();
}

/** Where the thoughts that begin before a place end; the end of the text where they never do. */
function endOfThoughts(text: string, from: number, { endsWith }: ThoughtMark): number {
  if (endsWith === null) return from;
  for (
    let at = text.indexOf(endsWith.charAt(0), from);
    at >= 0;
    at = text.indexOf(endsWith.charAt(0), at + 1)
  )
    if (isAt(text, at, endsWith)) return at + endsWith.length;
  return text.length;
}

/** Enough of what came last to know a mark by. */
export const MARK_LENGTH = Math.max(...THOUGHTS.flat().map(({ length }) => length));
