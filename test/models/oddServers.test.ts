import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Act, refusesWith, ScriptedModelServer, says } from '../tools/scriptedModelServer';
import { ask } from './notation';

let server: ScriptedModelServer;
beforeAll(async () => {
  server = await ScriptedModelServer.start();
});
afterAll(() => server.stop());

/** A connection of its own, so that no test knows what another has learned of the server. */
let count = 0;
const freshUrl = (): string => `${server.url}/${++count}`;
const bodies = () => server.requests.map(({ body }) => Object(body) as Readonly<Record<string, unknown>>);

describe('fault M1 a field that a server does not take is left out, once and from then on', () => {
  it.each<[string, number, unknown]>([
    [
      'Pydantic',
      422,
      {
        detail: [
          { type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' },
        ],
      },
    ],
    ['OpenAI, by its place', 400, { error: { message: 'Unknown parameter.', param: 'stream_options' } }],
    ['a place inside it', 400, { error: { message: 'Unsupported.', param: 'stream_options.include_usage' } }],
    ['OpenAI, by its words', 400, { error: { message: "Unrecognized request argument: 'stream_options'" } }],
    ['plain text', 400, 'unknown field `stream_options`, expected one of `model`, `messages`, `seed`'],
    ['a detail that is a text', 422, { detail: 'stream_options is not supported' }],
    ['problem details', 400, { title: 'Bad request', detail: 'Unexpected property include_usage' }],
    ['a list', 400, [{ error: { message: 'Invalid JSON payload. Unknown name "stream_options"' } }]],
    ['an error that is a text', 400, { error: 'json: unknown field "stream_options"' }],
  ])('%s', async (_who, status, body) => {
    const url = freshUrl();
    server.script(refusesWith(status, body), says('ok'));
    const answer = await ask(url, { request: { seed: 1 } });
    expect(answer).toMatchObject({ code: null, text: 'ok' });
    expect(answer.refusedFields).toEqual([
      { field: 'stream_options', status, reason: expect.stringMatching(/./) },
    ]);
    const [first, second] = bodies();
    const { stream_options: _left, ...rest } = first ?? {};
    expect(first).toHaveProperty('stream_options');
    expect(second, 'nothing else is changed').toEqual(rest);
    server.script(says('again'));
    expect(await ask(url)).toMatchObject({ text: 'again', refusedFields: [] });
    expect(bodies()[0]).not.toHaveProperty('stream_options');
  });

  it('several at once, and one after another', async () => {
    const detail = ['seed', 'stream_options'].map((field) => ({
      ...{ loc: ['body', field], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
    }));
    const value = {
      error: { message: "'temperature' does not support 0.2 with this model.", param: 'temperature' },
    };
    server.script(refusesWith(422, { detail }), refusesWith(400, value), says('ok'));
    const answer = await ask(freshUrl(), { spec: { temperature: 0.2 }, request: { seed: 1 } });
    expect(answer.refusedFields.map(({ field }) => field)).toEqual(['seed', 'stream_options', 'temperature']);
    expect(Object.keys(bodies()[2] ?? {}).toSorted()).toEqual(['messages', 'model', 'stream']);
  });

  it.each([
    ['names nothing that was sent', 400, 'The model is not loaded.'],
    ['is about something else', 404, 'unknown field stream_options'],
  ])('a refusal that %s is told, and not asked again', async (_what, status, message) => {
    server.script(refusesWith(status, { error: { message } }), says('never'));
    const answer = await ask(freshUrl());
    expect(answer.code).toBe('MODEL_REQUEST_REFUSED');
    expect(answer.message).toContain(message);
    expect(server.requests).toHaveLength(1);
  });

  it('a server that refuses the same field for ever is asked once more at most', async () => {
    server.script(refusesWith(400, 'unknown field stream_options'));
    expect(await ask(freshUrl())).toMatchObject({ code: 'MODEL_REQUEST_REFUSED' });
    expect(server.requests).toHaveLength(2);
  });

  it('a wrong value is left out for this call alone', async () => {
    const url = freshUrl();
    server.script(
      refusesWith(422, { error: { message: 'temperature must be at most 1' } }),
      says('ok'),
      says('ok'),
    );
    await ask(url, { spec: { temperature: 1.5 } });
    await ask(url, { spec: { temperature: 0.5 } });
    expect(bodies().map((body) => body.temperature)).toEqual([1.5, undefined, 0.5]);
  });
});

describe('fault B10 the limit of tokens goes by the name that the server knows', () => {
  const refused = {
    error: {
      message: "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
      param: 'max_tokens',
    },
  };

  it('once refused it is sent under its other name, from then on at once', async () => {
    const url = freshUrl();
    server.script(refusesWith(400, refused), says('ok'), says('ok'));
    const answer = await ask(url, { spec: { maxOutputTokens: 50 } });
    expect(answer.refusedFields).toMatchObject([{ field: 'max_tokens', instead: 'max_completion_tokens' }]);
    await ask(url, { spec: { maxOutputTokens: 60 } });
    expect(bodies().map((body) => [body.max_tokens, body.max_completion_tokens])).toEqual([
      [50, undefined],
      [undefined, 50],
      [undefined, 60],
    ]);
  });

  it.each([
    ['a limit that is too large', 'max_tokens is too large: 500000. At most 4096 are possible.'],
    ['both names', "Unknown parameter: 'max_tokens'. Unknown parameter: 'max_completion_tokens'."],
  ])('%s is told: no limit is ever dropped', async (_what, message) => {
    server.script(refusesWith(400, { error: { message } }));
    const answer = await ask(freshUrl(), { spec: { maxOutputTokens: 500_000 } });
    expect(answer).toMatchObject({ code: 'MODEL_REQUEST_REFUSED' });
    expect(answer.message).toContain(message);
    expect(bodies().every((body) => 'max_tokens' in body || 'max_completion_tokens' in body)).toBe(true);
  });
});

describe('fault X9 a schema reaches the model, bound or in words', () => {
  const open = {
    type: 'object',
    properties: { city: { type: 'string' }, note: { type: 'string' } },
    required: ['city'],
  };
  const closed = { ...open, required: ['city', 'note'], additionalProperties: false };
  const messages = [{ role: 'user', text: 'Where?' }] as const;
  const unbound = [{ role: 'user', text: 'Where? As JSON.' }] as const;
  const said = (body: unknown) => JSON.stringify(Object(body).messages);

  it.each([
    ['within the strict subset', closed, true],
    ['with a property that may be missing', open, false],
    ['with a keyword beyond it', { ...closed, minProperties: 1 }, false],
    ['with an open object inside', { ...closed, properties: { city: open, note: {} } }, false],
    ['that is no object', { type: 'array', items: closed }, false],
    ['with a choice at its top', { ...closed, anyOf: [closed] }, false],
  ])('%s: strict only where the server takes it', async (_what, schema, strict) => {
    server.script(says('{}'));
    const asking = { spec: { structuredOutput: true }, request: { messages, unbound, schema } };
    expect((await ask(freshUrl(), asking)).isUnbound).toBe(false);
    expect(bodies()[0]).toMatchObject({ response_format: { json_schema: { schema, strict } } });
    expect(said(bodies()[0])).not.toContain('As JSON');
  });

  it('in words where structured output is off, and where the server turns out not to take it', async () => {
    const request = { messages, unbound, schema: closed };
    server.script(says('{}'));
    expect((await ask(freshUrl(), { request })).isUnbound).toBe(true);
    expect(said(bodies()[0])).toContain('As JSON');
    server.script(refusesWith(400, { error: { message: 'response_format is not supported' } }), says('{}'));
    const url = freshUrl();
    const asking = { spec: { structuredOutput: true }, request };
    expect((await ask(url, asking)).isUnbound).toBe(true);
    expect(said(bodies()[0])).not.toContain('As JSON');
    expect(bodies()[1]).not.toHaveProperty('response_format');
    expect(said(bodies()[1])).toContain('As JSON');
    server.script(says('{}'));
    expect((await ask(url, asking)).isUnbound, 'known from the call before').toBe(true);
  });
});

describe('P13 a server that refuses schemas', () => {
  const asking = {
    spec: { structuredOutput: true },
    request: {
      messages: [{ role: 'user', text: 'Plan.' }],
      unbound: [{ role: 'user', text: 'As JSON: plan.' }],
      schema: { type: 'object' },
    },
  } as const;

  it.each([
    [
      'DeepSeek',
      { error: { message: 'This response_format type is unavailable now: json_schema is not supported' } },
    ],
    ['a gateway', { error: { message: 'Structured output is not supported by this model' } }],
    [
      'an invalid schema',
      { error: { message: "Invalid schema for response_format 'plan'", param: 'response_format' } },
    ],
  ])('%s: JSON alone is asked for, in words', async (_who, refusal) => {
    const url = freshUrl();
    server.script(refusesWith(400, refusal), says('{}'));
    const answer = await ask(url, asking);
    expect(answer).toMatchObject({ code: null, text: '{}', isUnbound: true });
    expect(answer.refusedFields).toMatchObject([{ field: 'response_format', instead: 'json_object' }]);
    expect(bodies()[1]).toMatchObject({ response_format: { type: 'json_object' } });
    expect(JSON.stringify(bodies()[1])).toContain('As JSON');
  });

  it('that is remembered, and where JSON is refused as well nothing is asked for', async () => {
    const url = freshUrl();
    const refuses = (what: string) => refusesWith(400, { error: { message: `${what} is not supported` } });
    server.script(refuses('json_schema'), refuses('response_format json_object'), says('{}'));
    expect(await ask(url, asking)).toMatchObject({ code: null, text: '{}', isUnbound: true });
    expect(bodies().map((body) => Object(body.response_format).type)).toEqual([
      'json_schema',
      'json_object',
      undefined,
    ]);
    server.script(says('{}'));
    await ask(url, asking);
    expect(bodies()[0]).not.toHaveProperty('response_format');
  });
});

describe('fault X9 what a model thinks is kept apart from what it answers', () => {
  it.each<[string, readonly Act[], string, string]>([
    ['in marks', ['<think>Hm.</think>\n\nParis'], 'Hm.', 'Paris'],
    ['in marks that come in pieces', ['<th', 'ink>Hm', '.</thi', 'nk>Par', 'is'], 'Hm.', 'Paris'],
    ['beside the text', [{ reasoning: 'Hm.' }, 'Paris'], 'Hm.', 'Paris'],
    ['without an opening mark', ['Hm.\n', '</think>', '\n\nParis'], 'Hm.\n', 'Paris'],
    ['twice', ['<think>A</think><think>B</think>Paris'], 'AB', 'Paris'],
    ['without an end', ['<think>Hm. Paris'], 'Hm. Paris', ''],
    ['empty', ['<think>\n\n</think>\n\nParis'], '\n\n', 'Paris'],
    [
      'an answer that writes about marks',
      ['Write `<think>` and </think> so.'],
      '',
      'Write `<think>` and </think> so.',
    ],
    ['an answer that only begins like one', ['<thin', ' ice'], '', '<thin ice'],
    ['other marks that were asked for', ['<reasoning>x</reasoning>y'], '', '<reasoning>x</reasoning>y'],
  ])('%s', async (_how, acts, reasoning, text) => {
    server.script(says(...acts));
    expect(await ask(freshUrl())).toMatchObject({ code: null, reasoning, text });
  });

  it('in marks, however the text is cut into pieces', async () => {
    const whole = '<think>One <b\n</thin>two</think>\nAnswer <think>\n</think>\n.';
    for (let size = 1; size < 12; size++) {
      const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      server.script(says(...pieces));
      const answer = await ask(freshUrl());
      expect(answer.reasoning).toBe('One <b\n</thin>two');
      expect(answer.text).toBe('Answer <think>\n</think>\n.');
    }
  });
});

describe('fault M3, case E8 why a model stopped', () => {
  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content_filter', 'content-filter'],
    ['tool_calls', 'tool-calls'],
    ['eos', 'stop'],
    ['max_tokens', 'length'],
    ['SAFETY', 'content-filter'],
    ['refusal', 'refusal'],
    ['banana', 'other'],
  ])('%s is %s', async (finishReason, told) => {
    server.script({ ...says('a'), finishReason });
    expect((await ask(freshUrl())).done?.finishReason).toBe(told);
  });

  it('an end in an error is none', async () => {
    server.script({ ...says('a'), finishReason: 'error' });
    expect(await ask(freshUrl())).toMatchObject({ code: 'MODEL_STREAM_CUT', text: 'a' });
  });

  it('calls of functions are told, also several with one id, and beside text', async () => {
    const call = (index: number) => ({ toolCall: { name: `tool-${index}`, arguments: '{"a":1}', index } });
    server.script({ ...says('Let me.', call(0), call(1)), finishReason: 'tool_calls' });
    expect(await ask(freshUrl())).toMatchObject({
      text: 'Let me.',
      toolCalls: [
        { name: 'tool-0', arguments: '{"a":1}' },
        { name: 'tool-1', arguments: '{"a":1}' },
      ],
    });
  });

  it('a refusal that says stop', async () => {
    server.script(says({ refusal: 'I cannot.' }));
    expect(await ask(freshUrl())).toMatchObject({ text: 'I cannot.', done: { finishReason: 'refusal' } });
  });
});

describe('fault M2 what cannot change is not asked again, and says its reason', () => {
  it.each<[string, number, unknown, string, boolean]>([
    ['400', 400, { error: { message: 'Bad.' } }, 'MODEL_REQUEST_REFUSED', false],
    ['401', 401, { detail: 'No key.' }, 'MODEL_UNAUTHORIZED', false],
    ['402', 402, { error: 'Pay first.' }, 'MODEL_QUOTA_EXCEEDED', false],
    ['403', 403, { message: 'Not for you.' }, 'MODEL_UNAUTHORIZED', false],
    ['404', 404, { error: { message: 'No such model.' } }, 'MODEL_REQUEST_REFUSED', false],
    ['408', 408, '', 'MODEL_SERVER_ERROR', true],
    ['413', 413, 'Too much.', 'MODEL_REQUEST_REFUSED', false],
    ['429', 429, { error: { message: 'Slow down.' } }, 'MODEL_RATE_LIMITED', true],
    [
      '429 of an empty account',
      429,
      { error: { message: 'You exceeded your current quota.', type: 'insufficient_quota' } },
      'MODEL_QUOTA_EXCEEDED',
      false,
    ],
    ['500', 500, '<html>oops</html>', 'MODEL_SERVER_ERROR', true],
    ['200 with JSON', 200, { error: { message: 'Not loaded.' } }, 'MODEL_REPLY_NOT_JSON', false],
  ])('%s', async (_what, status, body, code, retryable) => {
    server.script(refusesWith(status, body, status === 429 ? { 'retry-after': '7' } : {}));
    const answer = await ask(freshUrl());
    expect(answer).toMatchObject({ code, retryable });
    expect(answer.retryAfterMs, 'an empty account is no reason to wait').toBe(
      status === 429 && retryable ? 7_000 : undefined,
    );
    const said = JSON.stringify(body).match(/"([A-Z][^"]*\.)"/)?.[1];
    if (said) expect(answer.message).toContain(said);
  });

  it('says how long a server asks to wait, and how long a run waits', async () => {
    server.script(refusesWith(429, '', { 'retry-after': '259200' }));
    expect((await ask(freshUrl())).message).toContain(
      'It asks to wait 259200 seconds. A run waits at most 300.',
    );
  });
});
