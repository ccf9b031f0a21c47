import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refuses, ScriptedModelServer, says, saysJson } from '../tools/scriptedModelServer';
import { documentOf, planloom, scratch } from './notation';

const files = scratch();
const REST = {
  models: [
    { id: 'main', connection: 'server', model: 'scripted' },
    { id: 'large', connection: 'server', model: 'large-1' },
  ],
  connections: [{ id: 'server' }],
};
const THREE = files.file(
  'three.json',
  documentOf(
    `
    in tone = "plain"   var draft   out answer
    one: CAPABILITY model.generate {input: {prompt: "first"}, output: {draft: "result.text"}}
    two: CAPABILITY model.generate {input: {prompt: "second {{ draft }}"}, output: {draft: "result.text"}}
    three: CAPABILITY model.generate {input: {prompt: "third {{ draft }} {{ tone }}"}, output: {answer: "result.text"}}
    one -> two -> three
    `,
    REST,
  ),
);

let server: ScriptedModelServer;
let env: Record<string, string>;
beforeAll(async () => {
  server = await ScriptedModelServer.start();
  env = { PLANLOOM_CONNECTION_SERVER_URL: server.url, PLANLOOM_CONNECTION_SERVER_KEY: 'sk-canary-fork' };
});
afterAll(() => server.stop());

/** What the model was asked, shortened. */
const asked = (): string[] =>
  server.requests.map(({ body }) => /"(first|second|third)[^"]*"/.exec(JSON.stringify(body))?.[0] ?? '');

/** The ledger of a run of the three calls. */
async function original(name: string): Promise<string> {
  const ledger = files.path(name);
  server.reset();
  server.script(says('One.'), says('Two.'), says('Three.'));
  await planloom(['run', THREE, '--yes', '--ledger', ledger, '--input', '{"tone": "dry"}'], env);
  expect(asked()).toEqual(['"first"', '"second One."', '"third Two. dry"']);
  server.reset();
  return ledger;
}

const fork = (...args: readonly string[]) => planloom(['run', THREE, '--yes', '--fork', ...args], env);

describe('H1 K8 --fork LEDGER --at N', () => {
  beforeEach(() => server.reset());

  it('K8 serves the first N commits, with their input, and calls the rest', async () => {
    const ledger = await original('fork-at.ndjson');
    const before = readFileSync(ledger, 'utf8');
    server.script(says('Another.'));
    const out = files.path('forked.ndjson');
    const ran = await fork(ledger, '--at', '3', '--ledger', out);
    expect(ran).toMatchObject({ exit: 0, json: { status: 'completed', outputs: { answer: 'Another.' } } });
    expect(ran.json.stats.calls).toBe(1);
    expect(asked()).toEqual(['"third Two. dry"']);
    expect(readFileSync(ledger, 'utf8'), 'the original never changes').toBe(before);
    expect((await planloom(['replay', out])).json).toMatchObject({ ok: true, effects: 0 });
  });

  it('K8 at its end nothing is called at all', async () => {
    const ledger = await original('fork-end.ndjson');
    const ran = await fork(ledger, '--at', '4');
    expect(ran.json).toMatchObject({ status: 'completed', outputs: { answer: 'Three.' } });
    expect(asked()).toEqual([]);
  });

  it('D3 --set gives a variable another value from there on', async () => {
    const ledger = await original('fork-set.ndjson');
    server.script(says('Set.'));
    const ran = await fork(ledger, '--at', '3', '--set', 'tone="warm"', '--set', 'draft="Mine."');
    expect(ran.json.outputs).toEqual({ answer: 'Set.' });
    expect(asked()).toEqual(['"third Mine. warm"']);
  });

  it('D3 --output gives a step another result; what depends on it is called', async () => {
    const ledger = await original('fork-output.ndjson');
    server.script(says('2.'), says('3.'));
    await fork(ledger, '--at', '4', '--output', '/one={"text": "Edited."}');
    expect(asked()).toEqual(['"second Edited."', '"third 2. dry"']);
  });

  it('D3 --from --of edits the prompt of a step that a planner made; its plan is not made again', async () => {
    const planning = files.file(
      'planning.json',
      documentOf(
        `
        var dynamicPlan
        plan: PLANNER llm {goal: "Write.", tools: [model.generate], repairRetries: 0}
        do: PLAN_EXECUTOR {approve: never}
        plan -> do
        `,
        REST,
      ),
    );
    const step = (id: string, dependsOn: readonly string[] = []) => ({
      ...{ id, toolId: 'model.generate', input: { prompt: `${id} tides` }, dependsOn },
    });
    const ledger = files.path('planned.ndjson');
    server.script(
      saysJson({ steps: [step('first'), step('second', ['first'])] }),
      says('One.'),
      says('Two.'),
    );
    const ran = await planloom(['run', planning, '--yes', '--ledger', ledger], env);
    expect(ran).toMatchObject({ json: { status: 'completed' } });
    server.reset();
    server.script(says('Edited.'));
    const at = ['--from', '/do@1/second', '--of', ledger];
    const edited = await planloom(
      ['run', planning, '--yes', ...at, '--step-prompt', '/do@1/second=third words'],
      env,
    );
    expect(edited).toMatchObject({ json: { status: 'completed' } });
    expect(asked()).toEqual(['"third words"']);
    const wrong = await planloom(['run', planning, '--yes', ...at, '--step-prompt', '/do@1/first=x'], env);
    expect(wrong).toMatchObject({ exit: 2, json: { diagnostics: [{ code: 'STEP_BEGUN' }] } });
  });

  it('D3 --step-input, --step-prompt and --step-model edit what comes after it, and FILE stays as it is', async () => {
    const ledger = await original('fork-steps.ndjson');
    const file = readFileSync(THREE, 'utf8');
    server.script(says('Edited.'));
    const out = files.path('fork-steps-out.ndjson');
    const edits = ['--step-prompt', '/three=third = {{ draft }}', '--step-model', '/three=large'];
    await fork(
      ledger,
      '--at',
      '2',
      '--step-input',
      '/two={"prompt": "second mine"}',
      ...edits,
      '--ledger',
      out,
    );
    expect(asked()).toEqual(['"second mine"', '"third = Edited."']);
    expect(server.requests.map(({ body }) => JSON.stringify(body).includes('large-1'))).toEqual([
      false,
      true,
    ]);
    expect((await planloom(['replay', out])).json).toMatchObject({ ok: true, effects: 0 });
    expect(readFileSync(THREE, 'utf8')).toBe(file);
    server.reset();
    server.script(says('Last.'));
    const ran = await planloom(
      ['run', THREE, '--yes', '--from', '/three', '--of', ledger, ...edits.slice(0, 2)],
      env,
    );
    expect(ran.json).toMatchObject({ status: 'completed', outputs: { answer: 'Last.' } });
    expect(asked(), 'where the step begins').toEqual(['"third = Two."']);
  });

  it('T8 says what is wrong, and begins nothing', async () => {
    const ledger = await original('fork-wrong.ndjson');
    const cases: readonly (readonly [readonly string[], string])[] = [
      [['--fork', ledger], 'USAGE'],
      [['--fork', ledger, '--at', '99'], 'POSITION_UNKNOWN'],
      [['--fork', ledger, '--at', 'x'], 'USAGE'],
      [['--fork', ledger, '--at', '2', '--resume', ledger], 'USAGE'],
      [['--fork', ledger, '--at', '2', '--ledger', ledger], 'USAGE'],
      [['--fork', ledger, '--at', '2', '--set', 'nobody=1'], 'VARIABLE_UNKNOWN'],
      [['--fork', ledger, '--at', '2', '--set', 'tone'], 'USAGE'],
      [['--fork', ledger, '--at', '2', '--output', 'look=1'], 'USAGE'],
      [['--fork', ledger, '--at', '2', '--step-input', 'two=1'], 'USAGE'],
      [['--fork', ledger, '--at', '2', '--step-input', '/one=1'], 'STEP_BEGUN'],
      [['--fork', ledger, '--at', '2', '--step-prompt', 'two=x'], 'USAGE'],
      [['--fork', ledger, '--at', '2', '--step-model', '/two=none'], 'MODEL_UNKNOWN'],
      [['--from', '/gone', '--of', ledger, '--set', 'tone=1'], 'STEP_NOT_RUN'],
      [['--retry', ledger, '--set', 'tone=1'], 'USAGE'],
      [['--step-model', '/two=large'], 'USAGE'],
      [['--at', '2'], 'USAGE'],
    ];
    for (const [args, code] of cases) {
      const ran = await planloom(['run', THREE, '--yes', ...args], env);
      expect([ran.exit, ran.json.diagnostics?.[0]?.code], args.join(' ')).toEqual([2, code]);
    }
    expect(asked()).toEqual([]);
  });
});

describe('H1 D1 --retry LEDGER, --from ADDRESS --of LEDGER', () => {
  it('D1 --retry calls again what failed and what comes after it, says so, and leaves the ledger as it was', async () => {
    const ledger = files.path('failed.ndjson');
    server.script(says('One.'), refuses(400));
    const failed = await planloom(['run', THREE, '--yes', '--ledger', ledger], env);
    expect(failed).toMatchObject({ exit: 1, json: { status: 'failed' } });
    const before = readFileSync(ledger, 'utf8');
    server.script(says('Two.'), says('Three.'));
    const ran = await planloom(['run', THREE, '--yes', '--retry', ledger], env);
    expect(ran).toMatchObject({ exit: 0, json: { status: 'completed', outputs: { answer: 'Three.' } } });
    expect(asked()).toEqual(['"second One."', '"third Two. plain"']);
    expect(ran.stderr).toContain('1 of its steps are reused, and it calls at once: /two (failed).');
    expect(readFileSync(ledger, 'utf8')).toBe(before);
  });

  it('D1 --from calls a step and what was asked after it, with the input of then', async () => {
    const ledger = await original('from.ndjson');
    server.script(says('Two.'), says('3.'));
    const ran = await planloom(['run', THREE, '--yes', '--from', '/two', '--of', ledger], env);
    expect(ran.json.outputs).toEqual({ answer: '3.' });
    expect(asked()).toEqual(['"second One."', '"third Two. dry"']);
    expect(ran.stderr).toContain('/two (chosen)');
  });

  it('D1 --only calls a step alone and pauses, --to goes up to one; either goes on with --resume', async () => {
    const ledger = await original('only.ndjson');
    const out = files.path('only-out.ndjson');
    server.script(says('Two.'));
    const only = await planloom(
      ['run', THREE, '--yes', '--only', '/two', '--of', ledger, '--ledger', out],
      env,
    );
    expect(only).toMatchObject({ exit: 3, json: { status: 'paused' } });
    expect(asked()).toEqual(['"second One."']);
    server.script(says('3.'));
    const rest = await planloom(['run', THREE, '--yes', '--resume', out], env);
    expect(rest.json).toMatchObject({ status: 'completed' });
    server.script(says('1.'), says('2.'));
    const fresh = await planloom(['run', THREE, '--yes', '--to', '/two'], env);
    expect(fresh).toMatchObject({ exit: 3, json: { status: 'paused' } });
    expect(asked()).toHaveLength(2);
    server.script();
    const served = await planloom(['run', THREE, '--yes', '--to', '/two', '--of', ledger], env);
    expect(served).toMatchObject({ exit: 3, json: { status: 'paused' } });
    expect(asked()).toEqual([]);
  });

  it('T8 D1 says what is wrong, and begins nothing', async () => {
    const ledger = await original('retry-wrong.ndjson');
    const cases: readonly (readonly [readonly string[], string])[] = [
      [['--retry', ledger, '--fork', ledger, '--at', '2'], 'USAGE'],
      [['--retry', ledger, '--set', 'tone=1'], 'USAGE'],
      [['--retry', ledger, '--ledger', ledger], 'USAGE'],
      [['--from', '/two'], 'USAGE'],
      [['--of', ledger], 'USAGE'],
      [['--only', '/two'], 'USAGE'],
      [['--only', '/two', '--to', '/two', '--of', ledger], 'USAGE'],
      [['--to', 'two'], 'USAGE'],
      [['--to', '/two', '--of', ledger, '--set', 'tone=1'], 'USAGE'],
      [['--only', '/nobody', '--of', ledger], 'STEP_NOT_RUN'],
      [['--retry', ledger, '--to', '/two'], 'USAGE'],
      [['--from', 'two', '--of', ledger], 'USAGE'],
      [['--from', '/nobody', '--of', ledger], 'STEP_NOT_RUN'],
    ];
    for (const [args, code] of cases) {
      const ran = await planloom(['run', THREE, '--yes', ...args], env);
      expect([ran.exit, ran.json.diagnostics?.[0]?.code], args.join(' ')).toEqual([2, code]);
    }
    expect(asked()).toEqual([]);
  });
});
