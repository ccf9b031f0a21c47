import { describe, expect, test } from 'vitest';
import { CallError, type ModelEvent, type ModelRequest, type Models } from '#runtime';
import { call, failureOf } from '../../notation/calling';

/** Models that answer with these events, and remember what they were asked. */
function scripted(...events: ModelEvent[]) {
  const requests: ModelRequest[] = [];
  const models: Models = {
    list: [
      { id: 'small', connection: 'c', model: 'm' },
      { id: 'large', connection: 'c', model: 'n' },
    ],
    async *stream(request) {
      requests.push(request);
      yield* events;
    },
  };
  return { models, requests };
}

const text = (said: string): ModelEvent => ({ type: 'text', text: said });
const done: ModelEvent = { type: 'done', usage: { inputTokens: 3, outputTokens: 2 }, finishReason: 'stop' };

describe('A2 model.generate', () => {
  test('gives the text, shows each token, and asks the first model unless one is named', async () => {
    const { models, requests } = scripted(
      text('Hello'),
      { type: 'reasoning', text: 'hm' },
      text(' you'),
      done,
    );
    const shown: string[] = [];
    const surroundings = { models, progress: (token: string) => shown.push(token) };
    expect(await call('model.generate', { prompt: 'Hi', system: 'Be brief.' }, surroundings)).toEqual({
      text: 'Hello you',
    });
    await call('model.generate', { prompt: 'Hi', model: 'large', temperature: 0 }, { models });
    expect(shown).toEqual(['Hello', ' you']);
    expect(requests).toEqual([
      {
        model: 'small',
        messages: [
          { role: 'system', text: 'Be brief.' },
          { role: 'user', text: 'Hi' },
        ],
      },
      { model: 'large', messages: [{ role: 'user', text: 'Hi' }], temperature: 0 },
    ]);
  });

  const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };

  test.each(['{"n": 3}', '```json\n{"n": 3}\n```', 'Here it is:\n```\n{"n": 3}\n```\n'])(
    'with a schema it gives the JSON of %j',
    async (said) => {
      const { models } = scripted(text(said), done);
      expect(await call('model.generate', { prompt: 'n?', schema }, { models })).toEqual({
        text: said,
        json: { n: 3 },
      });
    },
  );

  test.each(['three', '{"n":"three"}'])('strict: false gives %j as text alone', async (said) => {
    const { models } = scripted(text(said), done);
    const input = { prompt: 'n?', schema, strict: false };
    expect(await call('model.generate', input, { models })).toEqual({ text: said });
  });

  test('strict: false gives an answer that fits as JSON too', async () => {
    const { models } = scripted(text('{"n": 3}'), done);
    const input = { prompt: 'n?', schema, strict: false };
    expect(await call('model.generate', input, { models })).toMatchObject({ json: { n: 3 } });
  });

  test.each([
    ['prose', [text('three'), done], 'REPLY_NOT_JSON'],
    ['two answers', [text('```\n{"n":1}\n```\n```\n{"n":2}\n```'), done], 'REPLY_NOT_JSON'],
    ['JSON of another shape', [text('{"n":"three"}'), done], 'REPLY_INVALID'],
    ['nothing', [text('  '), done], 'MODEL_EMPTY'],
    ['a stream that stops', [text('{"n":')], 'MODEL_STREAM_CUT'],
    ['too much', [text('x'.repeat(1_000_001)), done], 'OUTPUT_TOO_LARGE'],
  ])('T8 refuses %s', async (_, events, code) => {
    const { models } = scripted(...events);
    expect(await failureOf('model.generate', { prompt: 'n?', schema }, { models })).toMatchObject({
      code,
      help: expect.any(String),
    });
  });

  test('T8 no model, and one that is not there', async () => {
    expect(await failureOf('model.generate', { prompt: 'Hi' })).toMatchObject({ code: 'MODEL_NONE' });
    const { models } = scripted(done);
    expect(await failureOf('model.generate', { prompt: 'Hi', model: 'huge' }, { models })).toMatchObject({
      code: 'MODEL_UNKNOWN',
      help: 'The models are: "small", "large".',
    });
  });

  test('case F8 a refusal of the server passes as it is', async () => {
    const refused = new CallError({ code: 'MODEL_UNAUTHORIZED', message: 'no' });
    const models: Models = {
      ...scripted().models,
      stream: () => {
        throw refused;
      },
    };
    expect(await failureOf('model.generate', { prompt: 'Hi' }, { models })).toBe(refused.error);
  });
});
