import { looksLikeJson } from './looksLikeJson';
import { scanValue } from './scanValue';

/** A stretch of a reply that is JSON, or wants to be. Offsets are UTF-16 code units of the reply. */
export interface Block {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Its last bracket never came: never accepted as a whole (P4). */
  readonly truncated: boolean;
}

const THINKING = /^<(think|thinking|thought|reasoning)>/i;
const THOUGHT = /^<\/(think|thinking|thought|reasoning)>/i;
const TAG_LENGTH = 12;

/**
 * All outermost JSON values of a reply, in order (P4). Prose and code fences around them need no care: nothing but a
 * bracket that looks like JSON begins one. What stands inside `<think>` is not read, and a closing `</think>` without
 * an opening one drops what came before it, because some servers cut the opening tag off.
 *
 * One pass: linear in the length of the reply.
 *
 * @example blocksOf('Sure: {"steps":[]}') // [{ start: 6, end: 18, text: '{"steps":[]}', truncated: false }]
 */
export function blocksOf(reply: string): readonly Block[] {
  let blocks: Block[] = [];
  let index = 0;
  while (index < reply.length) {
    const character = reply.charAt(index);
    if (character === '<') {
      const tag = reply.slice(index, index + TAG_LENGTH);
      if (THOUGHT.test(tag)) blocks = [];
      const thinking = THINKING.exec(tag);
      const end = thinking ? endOfThinking(reply, index, thinking[1] ?? '') : index + 1;
      if (end === null) return blocks;
      index = end;
    } else if ((character === '{' || character === '[') && looksLikeJson(reply, index)) {
      const { end, closed } = scanValue(reply, index);
      blocks.push({ start: index, end, text: reply.slice(index, end), truncated: !closed });
      index = end;
    } else index++;
  }
  return blocks;
}

/** Null when the thinking never ends: then there is nothing else to read. */
function endOfThinking(reply: string, from: number, name: string): number | null {
  const close = new RegExp(`</${name}>`, 'gi');
  close.lastIndex = from;
  return close.exec(reply) ? close.lastIndex : null;
}
