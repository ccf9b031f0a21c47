import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedModelServer, says } from '../tools/scriptedModelServer';
import { documentOf, planloom, scratch } from './notation';

const files = scratch();
const REST = {
  models: [{ id: 'main', connection: 'server', model: 'scripted' }],
  connections: [{ id: 'server' }],
};
const TWO = files.file(
  'two.json',
  documentOf(
    `
    var draft   out answer
    one: CAPABILITY model.generate {input: {prompt: "first"}, output: {draft: "result.text"}}
    echo: CAPABILITY model.generate {input: {prompt: "second {{ draft }}"}, output: {answer: "result.text"}}
    one -> echo
    `,
    REST,
  ),
);

let server: ScriptedModelServer;
let env: Record<string, string>;
beforeAll(async () => {
  server = await ScriptedModelServer.start();
  env = { PLANLOOM_CONNECTION_SERVER_URL: server.url, PLANLOOM_CONNECTION_SERVER_KEY: 'sk-canary-pins' };
});
afterAll(() => server.stop());
beforeEach(() => server.reset());

const run = (...args: readonly string[]) => planloom(['run', TWO, '--yes', ...args], env);

describe('H1 D10 --pin KEY=JSON', () => {
  it('D10 a pinned node is not called and costs no call; the ledger holds the pin, and replays', async () => {
    server.script(says('Two.'));
    const ledger = files.path('pinned.ndjson');
    const ran = await run('--pin', 'one={"text": "Mine."}', '--ledger', ledger);
    expect(ran).toMatchObject({ exit: 0, stderr: '', json: { outputs: { answer: 'Two.' } } });
    expect(ran.json.stats.calls).toBe(1);
    expect(server.requests.map(({ body }) => JSON.stringify(body)).join()).toContain('second Mine.');
    expect(readFileSync(ledger, 'utf8')).toContain('"pins":[{"node":"one","output":{"text":"Mine."}}]');
    expect((await planloom(['replay', ledger])).json).toMatchObject({ ok: true, effects: 0 });
  });

  it('D10 a capability is pinned wherever it is called; the node goes before it', async () => {
    const ran = await run(
      '--pin',
      'model.generate={"text": "All."}',
      '--pin',
      'echo={"text": "This."}',
      '--max-steps',
      '0',
    );
    expect(ran).toMatchObject({ exit: 0, json: { outputs: { answer: 'This.' } } });
    expect(server.requests).toEqual([]);
  });

  it('D10 a KEY that is a node and a capability means the node', async () => {
    server.script(says('One.'));
    const ran = await run('--pin', 'echo={"text": "Node."}');
    expect(ran.json.outputs).toEqual({ answer: 'Node.' });
    expect(server.requests).toHaveLength(1);
  });

  it('D10 spelt out it is an error, or holds only where its condition does', async () => {
    const failed = await run('--pin', 'one={"error": {"code": "DOWN", "message": "It is down."}}');
    expect(failed).toMatchObject({ exit: 1, json: { error: { code: 'DOWN', message: 'It is down.' } } });
    server.script(says('One.'), says('Two.'));
    const pin = 'one={"output": {"text": "Mine."}, "when": "input.prompt == \\"other\\""}';
    const called = await run('--pin', pin);
    expect(called.json.outputs).toEqual({ answer: 'Two.' });
    expect(called.stderr).toContain('--pin one: nothing in this run was served by it.');
  });

  it('D10 an output that looks like a pin stands in "output"', async () => {
    const file = files.file(
      'open.json',
      documentOf('out answer\na: CAPABILITY echo {input: {}, output: {answer: "result"}}'),
    );
    const ran = async (pin: string) => (await planloom(['run', file, '--pin', pin])).json.outputs.answer;
    expect(await ran('a={"output": {"error": {"code": 1}}}')).toEqual({ error: { code: 1 } });
    expect(await ran('a={"output": 1, "more": 2}'), 'more than a pin is an output').toEqual({
      output: 1,
      more: 2,
    });
    expect(await ran('a={"when": "true"}')).toEqual({ when: 'true' });
  });

  it('K8 a fork keeps the pins of its run, and those that are given go before them', async () => {
    const ledger = files.path('origin.ndjson');
    await run('--pin', 'model.generate={"text": "All."}', '--ledger', ledger);
    const kept = await run('--fork', ledger, '--at', '1');
    expect(kept.json.outputs).toEqual({ answer: 'All.' });
    expect(server.requests).toEqual([]);
  });

  it.each([
    ['one', 'KEY=JSON'],
    ['one={', '--pin one:'],
    ['onne={}', 'Did you mean "one"?'],
    ['no such=1', 'there is no node and no capability'],
    ['one={"error": "down"}', '"error" is not'],
    ['one={"output": 1, "when": true}', '"when" is not'],
    ['one={"output": 1, "when": "input."}', 'The condition of the pin on "one"'],
  ])('D10 refuses %s before anything is called', async (pin, words) => {
    const refused = await run('--pin', pin);
    expect(
      [refused.exit, refused.stdout.includes(JSON.stringify(words).slice(1, -1))],
      refused.stdout,
    ).toEqual([2, true]);
    expect(server.requests).toEqual([]);
  });

  it('D10 refuses what asks nobody, and takes a step that a planner has yet to name', async () => {
    const pure = files.file('pure.json', documentOf('wait: DELAY {forMs: 1}'));
    const refused = await planloom(['run', pure, '--pin', 'wait=1']);
    expect(refused.json.diagnostics[0]).toMatchObject({ code: 'PIN_INVALID' });
    const planned = files.file(
      'planned.json',
      documentOf('var dynamicPlan\nplan: PLANNER rules {goal: x, execute: inline}'),
    );
    const ran = await planloom([
      'run',
      planned,
      '--pin',
      'step-1=1',
      '--pin',
      'plan={"nodes": [{"id": "step-1", "type": "CAPABILITY", "params": {"capability": "echo"}}], "edges": []}',
    ]);
    expect(ran).toMatchObject({ exit: 0, json: { status: 'completed' } });
    expect(ran.json.stats.calls).toBe(0);
  });

  it('D10 a run that is taken up has the pins that it was begun with', async () => {
    const asks = files.file('asks.json', documentOf('ask: HUMAN_INPUT Right? {decisions: [yes]}'));
    const ledger = files.path('asks.ndjson');
    expect((await planloom(['run', asks, '--ledger', ledger])).exit).toBe(3);
    const taken = await planloom(['run', asks, '--resume', ledger, '--pin', 'ask={"decision": "yes"}']);
    expect(taken.exit).toBe(3);
    expect(taken.stderr).toContain('--pin is not used');
  });
});
