import { err, isJsonObject, type Json, type JsonObject, LIMITS, ok, own, type Result } from '#base';
import type { SaidBefore } from '../command';
import type { RunError } from '../fact';

/** A chat with its last question taken out. */
export interface Conversation {
  /** The last messages before the query, oldest first, each as far as it is shown. */
  readonly before: readonly SaidBefore[];
  /** What the user said last; empty where the user said nothing. */
  readonly query: string;
}

/** What services call who speaks. The system's messages are the rules of another program, and left out. */
const ROLES: Readonly<Record<string, SaidBefore['role'] | null>> = {
  user: 'user',
  human: 'user',
  assistant: 'agent',
  agent: 'agent',
  model: 'agent',
  tool: 'tool',
  system: null,
};

/**
 * Reads a chat as services write one: `[{role, content}]`. The last message of the user is what is asked now (reference 4).
 *
 * @returns `MESSAGES_INVALID` for what is no such list
 */
export function conversationIn(value: Json): Result<Conversation, RunError> {
  if (!Array.isArray(value)) return err(invalid('are not a list'));
  const said: SaidBefore[] = [];
  for (const [index, message] of value.entries()) {
    const named = isJsonObject(message) ? own(message, 'role') : undefined;
    const role = typeof named === 'string' ? own(ROLES, named) : undefined;
    if (role === undefined) return err(invalid(`have no known role at place ${index + 1}`));
    const text = isJsonObject(message) ? textIn(message) : null;
    if (text === null) return err(invalid(`have no text at place ${index + 1}`));
    if (role !== null) said.push({ role, text });
  }
  const last = said.findLastIndex(({ role }) => role === 'user');
  const before = said.slice(0, Math.max(0, last)).slice(-LIMITS.conversationMessages).map(shortened);
  return ok({ before, query: said[last]?.text ?? '' });
}

/** The text of a message, or of its parts that are text. */
function textIn(message: JsonObject): string | null {
  const content = own(message, 'content') ?? own(message, 'text');
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const texts = content.filter(isJsonObject).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  return texts.join('\n');
}

function shortened({ role, text }: SaidBefore): SaidBefore {
  const most = LIMITS.conversationCharacters;
  return { role, text: text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)` };
}

function invalid(what: string): RunError {
  return {
    code: 'MESSAGES_INVALID',
    message: `The messages of this planner ${what}.`,
    help: 'Give a list of {"role", "content"}, with the roles user, assistant, tool and system.',
  };
}
