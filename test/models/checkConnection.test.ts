import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkConnection, type PageSurroundings } from '#models';
import { diagnose } from '../../src/cli/commands/doctor';
import { ScriptedModelServer, says } from '../tools/scriptedModelServer';

let server: ScriptedModelServer;
beforeEach(async () => {
  server = await ScriptedModelServer.start();
});
afterEach(() => server.stop());

const OPEN: PageSurroundings = {
  origin: 'https://planloom.example',
  watchPolicy: async (_origin, work) => ({ value: await work(), refused: false }),
  localNetwork: async () => null,
};
/** A network of a browser, in which answers without CORS are lost to all but requests that want no answer. */
function browser(answers: 'readable' | 'closed' | 'none' | number): typeof fetch {
  return async (_input, init) => {
    if (answers === 'none' || (answers === 'closed' && init?.mode !== 'no-cors'))
      throw new TypeError('Failed to fetch');
    if (typeof answers === 'number') return new Response('', { status: answers });
    return Response.json({ data: [{ id: 'one' }, { id: 'two' }, {}] });
  };
}
const check = (
  url: string,
  network: typeof fetch,
  page: PageSurroundings | null = OPEN,
  key: string | null = null,
) => checkConnection({ url, key }, { fetch: network, page, signal: new AbortController().signal });

describe('A4 testing a connection', () => {
  it('says in order what was tested, and which models are there', async () => {
    const { steps, problem, models } = await check('https://api.example.com/v1', browser('readable'));
    expect(problem).toBeNull();
    expect(models).toEqual(['one', 'two']);
    expect(steps.map(({ name, ok }) => [name, ok])).toEqual([
      ['Address', true],
      ['This page may call it', true],
      ['Something answers', true],
      ['Server lets the page read', true],
      ['Models', true],
    ]);
  });

  const refusing: PageSurroundings = {
    ...OPEN,
    watchPolicy: async (_origin, work) => ({ value: await work(), refused: true }),
  };
  const denied: PageSurroundings = { ...OPEN, localNetwork: async () => 'denied' };
  it.each([
    [
      'case A3 an address with a user name',
      'https://a@b.example',
      browser('none'),
      OPEN,
      'ADDRESS_INVALID',
      'Address',
    ],
    [
      'T9 our own policy',
      'http://192.168.1.5:11434/v1',
      browser('none'),
      { ...refusing, origin: 'http://127.0.0.1:4173' },
      'MODEL_ADDRESS_BLOCKED',
      'This page may call it',
    ],
    [
      'mixed content',
      'http://192.168.1.5:11434/v1',
      browser('none'),
      OPEN,
      'MODEL_MIXED_CONTENT',
      'This page may call it',
    ],
    [
      'the local network refused',
      'http://localhost:11434/v1',
      browser('none'),
      denied,
      'MODEL_NETWORK_REFUSED',
      'This page may call it',
    ],
    [
      'answers without CORS',
      'http://localhost:11434/v1',
      browser('closed'),
      OPEN,
      'MODEL_CORS',
      'Server lets the page read',
    ],
    [
      'nothing answers',
      'http://localhost:11434/v1',
      browser('none'),
      OPEN,
      'MODEL_UNREACHABLE',
      'Something answers',
    ],
    ['401', 'https://api.example.com/v1', browser(401), OPEN, 'MODEL_UNAUTHORIZED', 'Models'],
    ['404', 'https://api.example.com', browser(404), OPEN, 'MODEL_LIST_MISSING', 'Models'],
    ['429', 'https://api.example.com/v1', browser(429), OPEN, 'MODEL_RATE_LIMITED', 'Models'],
    ['503', 'https://api.example.com/v1', browser(503), OPEN, 'MODEL_SERVER_ERROR', 'Models'],
  ])('case F8 tells apart: %s', async (_title, url, network, page, code, failing) => {
    const { steps, problem, models } = await check(url, network, page);
    expect(problem).toMatchObject({ code, help: expect.stringMatching(/\w/) });
    expect(steps.at(-1)).toMatchObject({ name: failing, ok: false });
    expect(steps.slice(0, -1).every(({ ok }) => ok)).toBe(true);
    expect(models).toBeNull();
  });

  it.each([
    ['11434', ['OLLAMA_ORIGINS']],
    ['1234', ['lms server start --cors']],
    ['8080', ['--cors-origins "https://planloom.example"']],
    ['8000', ['--allowed-origins \'["https://planloom.example"]\'']],
  ])('has the exact setting for whatever listens at port %s', async (port, settings) => {
    const { recipes } = await check(`http://localhost:${port}/v1`, browser('closed'));
    for (const setting of settings)
      expect(recipes.map(({ command }) => command).join('\n')).toContain(setting);
    expect(new Set(recipes.map(({ server: name }) => name)).size).toBe(1);
  });

  it('T2 the key goes to the list of its own origin, and not with the probe that nobody can read', async () => {
    const sent: (readonly [string, string | null])[] = [];
    const network: typeof fetch = async (input, init) => {
      sent.push([String(input), new Headers(init?.headers).get('authorization')]);
      if (init?.mode !== 'no-cors') throw new TypeError('Failed to fetch');
      return new Response();
    };
    await check('http://localhost:1234/v1/', network, OPEN, 'sk-one');
    expect(sent).toEqual([
      ['http://localhost:1234/v1/models', 'Bearer sk-one'],
      ['http://localhost:1234/v1/', null],
    ]);
  });
});

describe('H1 doctor', () => {
  const signal = new AbortController().signal;
  const doctor = (url: string, key: string | null = 'sk-one') =>
    diagnose({ url, key }, 'https://planloom.example', signal);

  it('a server that works, from here and for a page', async () => {
    expect(await doctor(server.url)).toMatchObject({ ok: true, models: ['scripted', 'scripted-large'] });
    expect(server.listings[0]?.headers.authorization).toBe('Bearer sk-one');
  });

  it('a server that lets no page in: what a page cannot see of it, and the setting', async () => {
    server.script({ ...says('x'), cors: false });
    const told = await doctor(server.url);
    expect(told).toMatchObject({
      ok: false,
      problem: { code: 'MODEL_CORS' },
      models: ['scripted', 'scripted-large'],
    });
    expect(told.steps.at(-1)).toEqual({
      name: 'Server lets https://planloom.example read',
      ok: false,
      found: 'no Access-Control-Allow-Origin',
    });
    expect(told.recipes?.length).toBeGreaterThan(0);
  });

  it('a key that is refused: nothing is said of a page, for none was tried', async () => {
    const refusing = { fetch: browser(401), page: null, signal };
    const told = await checkConnection({ url: server.url, key: 'sk-one' }, refusing);
    expect(told.problem).toMatchObject({ code: 'MODEL_UNAUTHORIZED' });
    expect(told.steps.map(({ name }) => name)).toEqual(['Address', 'Something answers', 'Models']);
  });

  it('nothing that answers', async () => {
    const told = await doctor('http://127.0.0.1:1/v1');
    expect(told).toMatchObject({ ok: false, problem: { code: 'MODEL_UNREACHABLE' } });
    expect(told.steps.at(-1)).toMatchObject({ name: 'Something answers', ok: false });
  });
});
