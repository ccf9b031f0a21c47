import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#base';
import { ScriptedModelServer, says } from '../tools/scriptedModelServer';
import { documentOf, planloom, scratch, started } from './notation';

const files = scratch();
const REST = {
  models: [{ id: 'main', connection: 'server', model: 'scripted' }],
  connections: [{ id: 'server' }],
};
const TWO_CALLS = files.file(
  'two.json',
  documentOf(
    `
    out answer
    one: CAPABILITY model.generate {input: {prompt: "first"}}
    two: CAPABILITY model.generate {input: {prompt: "second"}, output: {answer: "result.text"}}
    one -> two
    `,
    REST,
  ),
);
const ASK = documentOf('ask: HUMAN_INPUT "Well?" {decisions: [yes, no], timeoutMs: null}');

let server: ScriptedModelServer;
let env: Record<string, string>;
beforeAll(async () => {
  server = await ScriptedModelServer.start();
  env = { PLANLOOM_CONNECTION_SERVER_URL: server.url, PLANLOOM_CONNECTION_SERVER_KEY: 'sk-canary-resume' };
});
afterAll(() => server.stop());

const prompts = (): string[] =>
  server.requests.map(({ body }) => (JSON.stringify(body).includes('first') ? 'first' : 'second'));

describe('K6 --resume', () => {
  it('after kill -9 in the middle of a call: what finished is not called again, what was open is', async () => {
    server.script(says('One.'), says('Tw', { hang: true }), says('Two.'));
    const ledger = files.path('killed.ndjson');
    const run = started(['run', TWO_CALLS, '--yes', '--ledger', ledger], env);
    await server.received(2);
    run.kill();
    expect((await run.ended).exit).toBeNull();
    const durable = readFileSync(ledger, 'utf8');
    const resumed = await planloom(['run', TWO_CALLS, '--yes', '--resume', ledger], env);
    expect(resumed).toMatchObject({ exit: 0, json: { status: 'completed', outputs: { answer: 'Two.' } } });
    expect(prompts()).toEqual(['first', 'second', 'second']);
    expect(readFileSync(ledger, 'utf8').startsWith(durable)).toBe(true);
    const replayed = await planloom(['replay', ledger]);
    expect(replayed.json).toMatchObject({ ok: true, effects: 0, outputs: { answer: 'Two.' } });
  });

  it('of a run that is over prints its result again, and calls nothing', async () => {
    server.script(says('One.'), says('Two.'));
    const ledger = files.path('over.ndjson');
    await planloom(['run', TWO_CALLS, '--yes', '--ledger', ledger], env);
    const before = readFileSync(ledger, 'utf8');
    const again = await planloom(['run', TWO_CALLS, '--yes', '--resume', ledger], env);
    expect(again).toMatchObject({ exit: 0, json: { status: 'completed', outputs: { answer: 'Two.' } } });
    expect(readFileSync(ledger, 'utf8')).toBe(before);
    expect(server.requests).toHaveLength(2);
  });

  it('K10 of a run that is out of budget: with more calls it goes on, without it stays where it is', async () => {
    const file = files.file('chain.json', documentOf('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b'));
    const ledger = files.path('budget.ndjson');
    const first = await planloom(['run', file, '--max-steps', '1', '--ledger', ledger]);
    expect(first).toMatchObject({ exit: 1, json: { status: 'paused', stats: { calls: 1 } } });
    const same = await planloom(['run', file, '--resume', ledger]);
    expect(same).toMatchObject({ exit: 1, json: { status: 'paused', stats: { calls: 1 } } });
    const more = await planloom(['run', file, '--resume', ledger, '--max-steps', '5']);
    expect(more).toMatchObject({ exit: 0, json: { status: 'completed', stats: { calls: 2 } } });
    expect((await planloom(['replay', ledger])).json).toMatchObject({ ok: true, status: 'completed' });
  });

  it('says which options a run that is taken up does not heed', async () => {
    const file = files.file('ask.json', ASK);
    const ledger = files.path('heed.ndjson');
    await planloom(['run', file, '--ledger', ledger, '--run-id', 'mine']);
    const ran = await planloom(['run', file, '--resume', ledger, '--run-id', 'other', '--input', '{}']);
    expect(ran).toMatchObject({ exit: 3, json: { runId: 'mine' } });
    expect(ran.stderr).toContain('--run-id is not used');
    expect(ran.stderr).toContain('--input is not used');
  });

  it('case A14 a ledger with another plan than the workspace is UNTRUSTED', async () => {
    const [mine, foreign] = [files.file('mine.json', ASK), files.path('foreign.ndjson')];
    const other = documentOf('ask: HUMAN_INPUT "Send it?" {decisions: [yes, no], timeoutMs: null}');
    await planloom(['run', files.file('other.json', other), '--ledger', foreign]);
    const before = readFileSync(foreign, 'utf8');
    const refused = await planloom(['run', mine, '--resume', foreign]);
    expect(refused).toMatchObject({
      exit: 2,
      json: {
        ok: false,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        diagnostics: [{ code: 'UNTRUSTED' }],
      },
    });
    expect(readFileSync(foreign, 'utf8')).toBe(before);
    expect((await planloom(['run', mine, '--resume', foreign, '--yes'])).exit).toBe(3);
  });
});

describe('W4 a run is pinned to what its plan means', () => {
  const watching = (capability: string): JsonObject => ({
    features: [{ id: 'watch', kind: 'observer', phase: 'postSuccess', capability }],
  });
  const TEXT = `
    a: CAPABILITY echo {features: [{feature: watch}]}
    ask: HUMAN_INPUT "Well?" {decisions: [yes, no], timeoutMs: null}
    a -> ask
  `;
  const plain = documentOf(TEXT, watching('echo'));
  const begun = async (): Promise<string> => {
    const ledger = files.path('pinned.ndjson');
    await planloom(['run', files.file('begun.json', plain), '--ledger', ledger]);
    return ledger;
  };

  it('other names, notes and places are the same plan', async () => {
    const ledger = await begun();
    const document = JSON.parse(plain);
    document.name = 'Renamed';
    const [main] = document.plans;
    Object.assign(main, { name: 'Renamed', description: 'Other words.' });
    main.nodes = main.nodes.map((node: object) => ({ ...node, name: 'Renamed' }));
    document.layout = { main: { ask: { x: 500, y: 500 } } };
    const renamed = files.file('renamed.json', JSON.stringify(document));
    const ran = await planloom(['run', renamed, '--resume', ledger]);
    expect([ran.exit, ran.json.status], ran.stderr).toEqual([3, 'waiting']);
  });

  it('case A14 a feature that calls something else is not', async () => {
    const ledger = await begun();
    const changed = files.file('changed.json', documentOf(TEXT, watching('text.upper')));
    expect(await planloom(['run', changed, '--resume', ledger])).toMatchObject({
      exit: 2,
      json: { diagnostics: [{ code: 'UNTRUSTED' }] },
    });
  });
});

describe('K7 one writer a ledger', () => {
  const file = files.file('one.json', ASK);
  const path = files.path('one.ndjson');

  it('a ledger that a process writes is LEDGER_LOCKED; one that a crash left is not', async () => {
    await planloom(['run', file, '--ledger', path]);
    expect(existsSync(`${path}.lock`)).toBe(false);
    writeFileSync(`${path}.lock`, String(process.pid));
    const ran = await planloom(['run', file, '--resume', path]);
    expect(ran).toMatchObject({ exit: 2, json: { diagnostics: [{ code: 'LEDGER_LOCKED' }] } });
    expect(ran.stderr).toContain(String(process.pid));
    writeFileSync(`${path}.lock`, String(goneProcess()));
    expect((await planloom(['run', file, '--resume', path])).exit).toBe(3);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it('a refusal gives the ledger back', async () => {
    await planloom(['run', file, '--resume', files.path('not-there.ndjson')]);
    expect(existsSync(files.path('not-there.ndjson.lock'))).toBe(false);
  });
});

/** The number of a process that has ended. */
function goneProcess(): number {
  return spawnSync(process.execPath, ['-e', '0']).pid;
}

describe('bad ledgers and run ids', () => {
  const file = files.file('plain.json', documentOf('a: CAPABILITY echo {input: {text: "x"}}'));

  it.each([
    [['--ledger', files.path('no/such/folder/out.ndjson')], 'LEDGER_UNWRITABLE'],
    [['--ledger', files.path('.')], 'LEDGER_UNWRITABLE'],
    [['--resume', files.path('nowhere.ndjson')], 'FILE_MISSING'],
    [['--run-id', ''], 'RUN_ID_INVALID'],
    [['--run-id', 'two words'], 'RUN_ID_INVALID'],
    [['--run-id', 'x'.repeat(129)], 'RUN_ID_INVALID'],
  ])('%j is %s', async (args, code) => {
    const ran = await planloom(['run', file, ...args]);
    expect(ran).toMatchObject({ exit: 2, json: { ok: false, diagnostics: [{ code }] } });
    expect(ran.stderr).toContain(code);
  });

  it('K4 what was changed is shown: what its fact causes, and what the line says instead', async () => {
    const ledger = files.path('changed.ndjson');
    await planloom(['run', file, '--ledger', ledger]);
    const lines = readFileSync(ledger, 'utf8').split('\n');
    const changed = (from: string, to: string) => {
      const path = files.path(`changed-${to}.ndjson`);
      writeFileSync(path, lines.map((line, seq) => (seq === 0 ? line.replace(from, to) : line)).join('\n'));
      return planloom(['replay', path]);
    };
    expect((await changed('"kind":"node.started"', '"kind":"node.starred"')).json.difference).toMatchObject({
      seq: 0,
      code: 'ENTRIES_DIFFER',
      expected: { kind: 'node.started' },
      got: { kind: 'node.starred' },
    });
    expect((await changed('"seed":', '"seed":1')).json.difference).toMatchObject({
      seq: 0,
      code: 'HASH_DIFFERS',
      expected: expect.stringMatching(/^[0-9a-f]{64}$/),
      got: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('K3 a line of an older run behind the last one is refused with its commit', async () => {
    const ledger = files.path('doubled.ndjson');
    await planloom(['run', file, '--ledger', ledger]);
    const text = readFileSync(ledger, 'utf8');
    writeFileSync(ledger, `${text}${text.split('\n').at(-2)}\n`);
    const seq = text.trim().split('\n').length;
    const ran = await planloom(['replay', ledger]);
    expect(ran).toMatchObject({ exit: 1, json: { ok: false, difference: { seq } } });
  });
});
