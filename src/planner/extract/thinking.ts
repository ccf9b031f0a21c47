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
export function thoughtMarkAt(text: string, at: number): ThoughtMark | null {
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
export function endOfThoughts(text: string, from: number, { endsWith }: ThoughtMark): number {
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
