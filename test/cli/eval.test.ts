import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#base';
import { suite } from '../proving/suite';
import { refuses, ScriptedModelServer, saysJson } from '../tools/scriptedModelServer';
import { planloom, ROOT, scratch } from './notation';

const files = scratch();
const MODEL = { id: 'scripted', model: 'local/scripted' };
const GOOD = { steps: [{ id: 'say', tool: 'text.say', input: { text: 'Hello.' } }] };
const BAD = { steps: [{ id: 'say', tool: 'text.say', input: { text: 'Bye.' } }] };
const CASE = {
  id: 'hello',
  goal: 'Say hello.',
  checks: [
    { on: 'plan', that: 'plan.nodes[0].input.text == "Hello."' },
    { on: 'outcome', that: 'status == "completed"' },
    { on: 'cost', that: 'usage.tokens < 100' },
  ],
};

let server: ScriptedModelServer;
let env: Record<string, string>;
beforeAll(async () => {
  server = await ScriptedModelServer.start();
  env = { PLANLOOM_CONNECTION_LOCAL_URL: server.url };
});
afterAll(() => server.stop());

function file(name: string, rest: JsonObject): string {
  return files.file(name, JSON.stringify(suite({ subjects: [MODEL], cases: [CASE], ...rest })));
}

describe('H5 eval', () => {
  it('asks a model of the environment, and prints what the contract says', async () => {
    server.script(saysJson(GOOD));
    const ran = await planloom(['eval', file('good.json', {})], env);
    expect(ran.exit).toBe(0);
    expect(ran.json).toEqual({
      ok: true,
      subjects: [
        {
          id: 'scripted',
          cases: [
            {
              id: 'hello',
              n: 5,
              passed: 5,
              interval: [expect.closeTo(0.566, 3), 1],
              tokens: 5 * 46,
              microUnits: 0,
              latencyMs: expect.any(Number),
              plans: [expect.stringMatching(/^[0-9a-f]{64}$/)],
            },
          ],
        },
      ],
    });
    expect(ran.stderr).toContain('5/5 scripted, hello: passed');
  });

  it('ends with 1 where a subject passes less than it has to, and with 0 where that is enough', async () => {
    server.script(saysJson(GOOD), saysJson(BAD));
    const strict = await planloom(['eval', file('strict.json', { repeat: 2 })], env);
    expect([strict.exit, strict.json.ok]).toEqual([1, false]);
    server.script(saysJson(GOOD), saysJson(BAD));
    const half = await planloom(['eval', file('half.json', { repeat: 2, atLeast: 0.5 })], env);
    expect([half.exit, half.json.ok]).toEqual([0, true]);
  });

  it('says which cases a worse prompt loses, against the results of a better one', async () => {
    const [before, after] = [files.path('before.json'), files.path('after.json')];
    server.script(saysJson(GOOD));
    await planloom(['eval', file('before-suite.json', {}), '--out', before], env);
    server.script(saysJson(BAD));
    const subjects = [{ ...MODEL, prompt: 'Do anything. {{ goal }}' }];
    const worse = file('after-suite.json', { subjects });
    const ran = await planloom(['eval', worse, '--out', after, '--against', before], env);
    expect(ran.exit).toBe(1);
    expect(ran.json.difference).toMatchObject({
      to: before,
      worse: [{ subject: 'scripted', case: 'hello', was: { n: 5, passed: 5 }, is: { n: 5, passed: 0 } }],
      better: [],
    });
    const back = await planloom(['eval', file('before-suite.json', {}), '--out', before, '--against', after]);
    expect(back.json.difference.better).toMatchObject([{ case: 'hello' }]);
  });

  it('that is interrupted goes on: what is done is not asked again', async () => {
    const out = files.path('interrupted.json');
    server.script(saysJson(GOOD), saysJson(GOOD), refuses(500));
    const given = ['eval', file('whole.json', { repeat: 4, budget: { calls: 2 } }), '--out', out];
    const first = await planloom(given, env);
    expect([first.exit, first.json.diagnostics[0].code]).toEqual([1, 'OUT_OF_BUDGET']);
    const before = server.requests.length;
    server.script(saysJson(GOOD));
    const raised = file('whole.json', { repeat: 4 });
    const second = await planloom(['eval', raised, '--out', out], env);
    expect([second.exit, second.json.subjects[0].cases[0].n]).toEqual([0, 4]);
    expect(server.requests.length - before).toBe(2);
    await planloom(['eval', raised, '--out', out], env);
    expect(server.requests.length - before).toBe(2);
  });

  it('waits for a model that nobody has connected, with exit code 3, and names it', async () => {
    const ran = await planloom(['eval', file('alone.json', {})]);
    expect([ran.exit, ran.json.diagnostics[0].code]).toEqual([3, 'EVAL_UNCONNECTED']);
    expect(ran.stderr).toContain('local');
  });

  it('reads the workspace from where the suite lies, and asks for trust where that reaches further (T1)', async () => {
    const connection = { id: 'c' };
    const document = {
      ...JSON.parse(readFileSync(`${ROOT}/public/samples/ask-a-table.planloom.json`, 'utf8')),
      connections: [connection],
      models: [{ id: 'm', connection: 'c', model: 'm' }],
    };
    files.file('mine.planloom.json', JSON.stringify(document));
    const path = file('beside.json', {
      workspace: 'mine.planloom.json',
      subjects: [{ id: 'htn', flavour: 'htn' }],
      repeat: 1,
    });
    const refused = await planloom(['eval', path]);
    expect([refused.exit, refused.json.diagnostics[0].code]).toEqual([2, 'UNTRUSTED']);
    const trusted = await planloom(['eval', path, '--trust', refused.json.hash]);
    expect(trusted.json.subjects[0].cases[0].n).toBe(1);
  });

  it.each<[string, () => string[], string]>([
    ['a suite that is none', () => ['eval', files.file('none.json', '{}')], 'MISSING_KEY'],
    [
      'a workspace that is not there',
      () => ['eval', file('lost.json', { workspace: 'lost.planloom.json' })],
      'FILE_MISSING',
    ],
    [
      'a workspace inside that is none',
      () => ['eval', file('inside.json', { workspace: {} })],
      'NOT_A_WORKSPACE',
    ],
    [
      'results that are none',
      () => ['eval', file('s.json', {}), '--against', files.file('x.json', '{}')],
      'MISSING_KEY',
    ],
  ])('refuses %s', async (_, args, code) => {
    const ran = await planloom(args(), env);
    expect(ran.exit).toBe(2);
    expect(ran.json).toMatchObject({ ok: false });
    expect(ran.json.diagnostics.map((one: { code: string }) => one.code)).toContain(code);
  });

  it('T8 leaves what lies at --out and is no results as it is', async () => {
    const out = files.file('precious.json', '{"mine": true}');
    const ran = await planloom(['eval', file('s2.json', {}), '--out', out], env);
    expect(ran.exit).toBe(2);
    expect(readFileSync(out, 'utf8')).toBe('{"mine": true}');
  });

  it('T8 does not go on with the results of another suite', async () => {
    const out = files.path('other.json');
    server.script(saysJson(GOOD));
    await planloom(['eval', file('one.json', { repeat: 1 }), '--out', out], env);
    const ran = await planloom(['eval', file('two.json', { repeat: 2 }), '--out', out], env);
    expect([ran.exit, ran.json.diagnostics[0].code]).toEqual([2, 'EVAL_OTHER_SUITE']);
  });
});
