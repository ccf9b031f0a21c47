import type { RefusedField, Usage } from '#kernel';
import { type ModelsOptions, openModels } from '#models';
import type { ModelSpec } from '#plan';
import {
  CallError,
  type ModelEvent,
  ModelReply,
  type ModelRequest,
  SimulatedClock,
  type ToolCall,
} from '#runtime';

export const KEY = 'sk-canary-4b1d77e0';
export const NOW = Date.parse('2026-11-21T12:00:00Z');
export const SPEC: ModelSpec = { id: 'main', connection: 'server', model: 'scripted' };
const QUESTION = [{ role: 'user', text: 'Plan this.' }] as const;

/** What came of one call: the text, the price, and the error if there was one. */
export interface Answer {
  readonly text: string;
  readonly done: Extract<ModelEvent, { type: 'done' }> | null;
  readonly code: string | null;
  readonly message: string;
  readonly help: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly usage: Usage | undefined;
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCall[];
  readonly refusedFields: readonly RefusedField[];
  /** Whether the schema was said in words. */
  readonly isUnbound: boolean;
}

export interface Asking {
  readonly spec?: Partial<ModelSpec>;
  readonly request?: Partial<ModelRequest>;
  readonly key?: string | null;
  readonly signal?: AbortSignal;
  readonly options?: ModelsOptions;
  readonly onText?: (text: string) => void;
}

/** Asks the server at that address once. */
export async function ask(url: string, asking: Asking = {}): Promise<Answer> {
  const { key = KEY, signal = new AbortController().signal } = asking;
  const models = openModels([{ ...SPEC, ...asking.spec }], () => ({ url, key }), {
    clock: new SimulatedClock(NOW),
    ...asking.options,
  });
  const reply = new ModelReply();
  const refusedFields: RefusedField[] = [];
  let done: Answer['done'] = null;
  let isUnbound = false;
  const heard = () => ({
    ...{ text: reply.text, reasoning: reply.reasoning, toolCalls: reply.toolCalls, done },
    ...{ refusedFields, isUnbound },
  });
  try {
    const request = { model: 'main', messages: QUESTION, ...asking.request };
    for await (const event of models.stream(request, signal)) {
      reply.take(event);
      if (event.type === 'done') done = event;
      if (event.type === 'unbound') isUnbound = true;
      if (event.type === 'text') asking.onText?.(event.text);
      if (event.type !== 'refused-field') continue;
      const { type: _type, ...refused } = event;
      refusedFields.push(refused);
    }
    const nothing = { code: null, message: '', help: '', retryable: true };
    return { ...heard(), ...nothing, retryAfterMs: undefined, usage: undefined };
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown;
    const { code, message, help = '', retryable = true } = thrown.error;
    const { retryAfterMs, usage } = thrown.failed;
    return { ...heard(), code, message, help, retryable, retryAfterMs, usage };
  }
}
