import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openModels } from '#models';
import { CallError } from '#runtime';
import { captivePortal, refuses, ScriptedModelServer, says, saysJson } from '../tools/scriptedModelServer';
import { ask, KEY, SPEC } from './notation';

let server: ScriptedModelServer;
beforeAll(async () => {
  server = await ScriptedModelServer.start();
});
afterAll(() => server.stop());

describe('asking a model', () => {
  it('A4 streams text as it comes, and tells tokens and why it ended', async () => {
    server.script(says('Hello', { gate: 'second' }, ' world'));
    const seen: string[] = [];
    const answer = await ask(server.url, {
      onText: (text) => {
        seen.push(text);
        server.release('second');
      },
    });
    expect(seen).toEqual(['Hello', ' world']);
    expect(answer.done).toEqual({
      type: 'done',
      usage: { inputTokens: 12, outputTokens: 34 },
      finishReason: 'stop',
    });
  });

  it('P5 makes exactly one request, whatever comes', async () => {
    server.script(refuses(500), says('never'));
    expect((await ask(server.url)).code).toBe('MODEL_SERVER_ERROR');
    expect(server.requests).toHaveLength(1);
  });

  it('A4 sends the messages by role, and the settings of the model', async () => {
    server.script(says('ok'));
    const messages = [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Plan.' },
    ] as const;
    await ask(server.url, {
      spec: { temperature: 0.2, maxOutputTokens: 50 },
      request: { messages, seed: 7 },
    });
    expect(server.requests[0]?.body).toMatchObject({
      model: 'scripted',
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.2,
      max_tokens: 50,
      seed: 7,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Plan.' },
      ],
    });
  });

  it('A4 sends a schema only to a model that is said to take one', async () => {
    server.script(saysJson({}));
    const request = { schema: { type: 'object' } };
    await ask(server.url, { request });
    await ask(server.url, { request, spec: { structuredOutput: true } });
    const [without, withSchema] = server.requests.map(({ body }) => body);
    expect(without).not.toHaveProperty('response_format');
    expect(withSchema).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
    });
  });

  it('LIBRARIES: no User-Agent of the library, no cookies; the key in one header', async () => {
    server.script(says('ok'));
    await ask(server.url);
    const headers = server.requests[0]?.headers ?? {};
    expect(headers['user-agent'] ?? '').not.toContain('ai-sdk');
    expect(headers.cookie).toBeUndefined();
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('A4 works without a key', async () => {
    server.script(says('ok'));
    expect((await ask(server.url, { key: null })).text).toBe('ok');
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });
});

describe('case F8 each refusal has its own code and help', () => {
  it.each([
    [401, 'MODEL_UNAUTHORIZED'],
    [403, 'MODEL_UNAUTHORIZED'],
    [404, 'MODEL_REQUEST_REFUSED'],
    [500, 'MODEL_SERVER_ERROR'],
    [502, 'MODEL_SERVER_ERROR'],
  ])('%i is %s, with the words of the server', async (status, code) => {
    server.script(refuses(status));
    const answer = await ask(server.url);
    expect(answer.code).toBe(code);
    expect(answer.message).toContain(`Scripted refusal ${status}`);
    expect(answer.help).not.toBe('');
  });

  it.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['milliseconds', { 'retry-after-ms': '310' }, 310],
    [
      'a date, by the clock of the server',
      { 'retry-after': 'Sat, 21 Nov 2026 15:00:09 GMT', date: 'Sat, 21 Nov 2026 15:00:00 GMT' },
      9_000,
    ],
    [
      'a date in the past',
      { 'retry-after': 'Sat, 21 Nov 2026 14:59:00 GMT', date: 'Sat, 21 Nov 2026 15:00:00 GMT' },
      undefined,
    ],
    ['three days, capped', { 'retry-after': '259200' }, 300_000],
    ['nonsense', { 'retry-after': 'soon' }, undefined],
    ['nothing', {}, undefined],
  ])('429 with Retry-After as %s', async (_title, headers, wait) => {
    server.script(refuses(429, headers));
    expect(await ask(server.url)).toMatchObject({ code: 'MODEL_RATE_LIMITED', retryAfterMs: wait });
  });

  it('a captive portal, 200 with HTML', async () => {
    server.script(captivePortal());
    const answer = await ask(server.url);
    expect(answer.code).toBe('MODEL_REPLY_NOT_JSON');
    expect(answer.message).toContain('web page');
  });

  it('nobody there', async () => {
    const closed = await ScriptedModelServer.start();
    const url = closed.url;
    await closed.stop();
    expect((await ask(url)).code).toBe('MODEL_UNREACHABLE');
  });

  it.each([
    ['http://localhost:11434/v1', 'OLLAMA_ORIGINS'],
    ['http://localhost:1234/v1', 'lms server start --cors'],
  ])('a server at %s that lets no page in: the help names its switch', async (url, fix) => {
    const blocked: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const answer = await ask(url, { options: { fetch: blocked } });
    expect(answer.code).toBe('MODEL_UNREACHABLE');
    expect(answer.help).toContain(fix);
  });

  it('a stream that is cut keeps what came', async () => {
    server.script(says('half a', { gate: 'read' }, { cut: true }));
    const answer = await ask(server.url, { onText: () => server.release('read') });
    expect(answer).toMatchObject({ code: 'MODEL_STREAM_CUT', text: 'half a', done: null });
  });

  it('a stream that just stops, without saying why it ended', async () => {
    server.script({ headers: { 'content-type': 'text/event-stream' }, body: '' });
    expect((await ask(server.url)).code).toBe('MODEL_STREAM_CUT');
  });

  it('an error in the middle, although the stream then ends as if all were well', async () => {
    server.script(says('half', { error: 'out of memory' }));
    const answer = await ask(server.url);
    expect(answer).toMatchObject({ code: 'MODEL_SERVER_ERROR', text: 'half' });
    expect(answer.message).toContain('out of memory');
  });

  it('a line that is not JSON', async () => {
    server.script(says('half', { raw: 'data: {"choices": [\n\n' }));
    expect(await ask(server.url)).toMatchObject({ code: 'MODEL_REPLY_NOT_JSON', text: 'half' });
  });

  it('withdrawn while it answers: the server hears of it', async () => {
    const controller = new AbortController();
    server.script(says('one', { hang: true }));
    const answer = await ask(server.url, { signal: controller.signal, onText: () => controller.abort() });
    expect(answer.code).toBe('MODEL_ABORTED');
    await expect.poll(() => server.requests[0]?.aborted).toBe(true);
  });

  it('a model that the workspace does not have, and a connection that nobody has chosen', async () => {
    const models = openModels([SPEC], () => null);
    const codeOf = async (model: string) => {
      const events = models.stream({ model, messages: [] }, new AbortController().signal);
      const thrown: unknown = await events[Symbol.asyncIterator]()
        .next()
        .catch((error: unknown) => error);
      return thrown instanceof CallError ? thrown.error.code : null;
    };
    expect(await codeOf('other')).toBe('MODEL_UNKNOWN');
    expect(await codeOf('main')).toBe('CONNECTION_MISSING');
  });
});

describe('case E4 what a hostile server sends', () => {
  it('one line of 5 MB is cut off', async () => {
    server.script(says({ raw: `data: ${'x'.repeat(5_000_000)}` }, { hang: true }));
    expect((await ask(server.url)).code).toBe('MODEL_REPLY_TOO_LARGE');
  });

  it('a refusal without end is read as far as it says something, and left', async () => {
    const left = gateOf();
    const endless = createServer((request, response) => {
      response.on('close', left.open);
      response.writeHead(500, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) {}
      };
      response.on('drain', more);
      response.write('{"error": {"message": "');
      more();
      request.resume();
    });
    const url = await listening(endless);
    expect(await ask(url)).toMatchObject({ code: 'MODEL_SERVER_ERROR' });
    await left.opened;
    endless.close();
  });

  it('a web page instead of a stream is not read at all', async () => {
    const left = gateOf();
    const portal = createServer((_request, response) => {
      response.on('close', left.open);
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<!doctype html>');
    });
    const url = await listening(portal);
    expect(await ask(url)).toMatchObject({ code: 'MODEL_REPLY_NOT_JSON' });
    await left.opened;
    portal.close();
  });

  it('bytes that are no UTF-8 become replacement characters', async () => {
    const before = 'data: {"id":"x","choices":[{"index":0,"delta":{"content":"a';
    const after = 'b"},"finish_reason":null}]}\n\n';
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe]), Buffer.from(after)]);
    server.script(says({ raw: bytes }));
    expect((await ask(server.url)).text).toBe('a\ufffd\ufffdb');
  });

  it('no usage, or a negative one, is no usage', async () => {
    server.script({ acts: ['a'], usage: { prompt_tokens: -5, completion_tokens: 3 } }, { acts: ['a'] });
    expect((await ask(server.url)).done?.usage).toEqual({ outputTokens: 3 });
    expect((await ask(server.url)).done?.usage).toEqual({});
  });
});

describe('keys', () => {
  it('case A3 a redirect is refused, and the key travels nowhere', async () => {
    const evil = await ScriptedModelServer.start();
    server.script({ status: 307, headers: { location: `${evil.url}/chat/completions` }, body: '' });
    expect((await ask(server.url)).code).toBe('MODEL_UNREACHABLE');
    expect(evil.requests).toEqual([]);
    await evil.stop();
  });

  it('case A3 an address with a user name in it gets no request at all', async () => {
    server.script(says('no'));
    const { port } = new URL(server.url);
    expect((await ask(`http://api.example.com@127.0.0.1:${port}/v1`)).code).toBe('MODEL_ADDRESS_REFUSED');
    expect(server.requests).toEqual([]);
  });

  it('case H6 a server that echoes the key back: the error is told apart as it is', async () => {
    const echo = createServer((request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: `bad key ${request.headers.authorization}` } }));
    });
    const answer = await ask(await listening(echo));
    expect(answer.code).toBe('MODEL_UNAUTHORIZED');
    expect(answer.message).toContain(KEY);
    await new Promise((resolve) => echo.close(resolve));
  });
});

/** Resolves when the client has left. */
function gateOf(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}
