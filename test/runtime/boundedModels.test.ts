import { describe, expect, it } from 'vitest';
import { boundedModels, CallError, type ModelEvent, type Models, SimulatedClock } from '#runtime';

const LIMITS = { bytes: 100, idleMs: 1_000, totalMs: 5_000 };
const DONE: ModelEvent = { type: 'done', usage: {}, finishReason: 'stop' };

/** A model that says one text for each `next`, and hangs when none is left. */
function scripted(events: readonly (ModelEvent | 'hang')[]) {
  const seen: { signal: AbortSignal | null } = { signal: null };
  const models: Models = {
    list: [],
    stream: async function* (_request, signal) {
      seen.signal = signal;
      for (const event of events) {
        if (event === 'hang') await new Promise(() => {});
        else yield event;
      }
    },
  };
  return { models, seen };
}

const text = (value: string): ModelEvent => ({ type: 'text', text: value });

async function read(models: Models, clock: SimulatedClock, onText = () => {}, signal?: AbortSignal) {
  const request = { model: 'main', messages: [] };
  const bounded = boundedModels(models, clock, LIMITS);
  let reply = '';
  try {
    for await (const event of bounded.stream(request, signal ?? new AbortController().signal)) {
      if (event.type !== 'text') continue;
      reply += event.text;
      onText();
    }
    return { reply, code: null };
  } catch (thrown) {
    return { reply, code: thrown instanceof CallError ? thrown.error.code : 'another error' };
  }
}

describe('case E4 every reply ends', () => {
  it('one in time and size passes as it is', async () => {
    const { models } = scripted([text('a'), text('b'), DONE]);
    expect(await read(models, new SimulatedClock())).toEqual({ reply: 'ab', code: null });
  });

  it('silence is MODEL_NO_ANSWER, upstream is aborted, what came is kept', async () => {
    const clock = new SimulatedClock();
    const { models, seen } = scripted([text('a'), 'hang']);
    const answer = read(models, clock, () =>
      queueMicrotask(() => queueMicrotask(() => clock.advance(1_000))),
    );
    expect(await answer).toEqual({ reply: 'a', code: 'MODEL_NO_ANSWER' });
    expect(seen.signal?.aborted).toBe(true);
  });

  it('one token a minute ends at the total', async () => {
    const clock = new SimulatedClock();
    const { models } = scripted(Array.from({ length: 50 }, () => text('.')));
    const { reply, code } = await read(models, clock, () => clock.advance(900));
    expect(code).toBe('MODEL_NO_ANSWER');
    expect(reply.length).toBeLessThanOrEqual(6);
  });

  it('an endless stream ends at the size, at the limit and not before it', async () => {
    const full = scripted([text('x'.repeat(100)), DONE]);
    expect((await read(full.models, new SimulatedClock())).code).toBeNull();
    const over = scripted([text('x'.repeat(100)), text('y'), DONE]);
    const { reply, code } = await read(over.models, new SimulatedClock());
    expect(code).toBe('MODEL_REPLY_TOO_LARGE');
    expect(reply).toContain('x'.repeat(100));
  });

  it('withdrawing ends a model that ignores it', async () => {
    const controller = new AbortController();
    const { models } = scripted([text('a'), 'hang']);
    const answer = read(models, new SimulatedClock(), () => controller.abort(), controller.signal);
    expect((await answer).code).toBe('MODEL_ABORTED');
  });
});
