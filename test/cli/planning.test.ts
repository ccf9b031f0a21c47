import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuses, ScriptedModelServer, says, saysJson, streamsSteps } from '../tools/scriptedModelServer';
import { documentOf, planloom, sample, scratch } from './notation';

const KEY = 'sk-canary-cli-5521';
const files = scratch();
const CATALOGUE = files.file(
  'catalogue.json',
  JSON.stringify([
    {
      id: 'mail.send',
      description: 'Sends a mail.',
      input: { type: 'object', required: ['to'], properties: { to: { type: 'string' } } },
    },
  ]),
);
const GOOD = { steps: [{ id: 'send', tool: 'mail.send', input: { to: 'ada' } }] };

let server: ScriptedModelServer;
let env: Record<string, string>;
beforeAll(async () => {
  server = await ScriptedModelServer.start();
  env = { PLANLOOM_CONNECTION_LOCAL_URL: server.url, PLANLOOM_CONNECTION_LOCAL_KEY: KEY };
});
afterAll(() => server.stop());

describe('H1 plan', () => {
  it('asks a model of the environment, with the catalogue that is given', async () => {
    server.script(saysJson(GOOD));
    const ran = await planloom(
      ['plan', '--goal', 'Mail Ada.', '--catalogue', CATALOGUE, '--model', 'local/scripted'],
      env,
    );
    expect(ran.exit).toBe(0);
    expect(ran.json).toMatchObject({
      ok: true,
      plan: { nodes: [{ id: 'send', type: 'CAPABILITY' }] },
      attempts: [{ verdict: 'accepted', model: 'local' }],
      diagnostics: [],
    });
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.stringify(server.requests[0]?.body)).toContain('mail.send');
  });

  it('P2 by tool calls: the tools are offered as functions', async () => {
    const toolCall = { name: 'mail_send', arguments: '{"to":"ada"}', index: 0 };
    server.script({ ...says({ toolCall }), finishReason: 'tool_calls' });
    const given = ['--catalogue', CATALOGUE, '--planner', 'tools', '--model', 'local/scripted'];
    const ran = await planloom(['plan', '--goal', 'Mail Ada.', ...given], env);
    expect(ran.json).toMatchObject({
      ok: true,
      plan: { nodes: [{ id: 'call_1', params: { capability: 'mail.send' } }] },
      attempts: [{ flavour: 'tools', verdict: 'accepted' }],
    });
  });

  it('P14 reads steps with goals as agents for plan-execute, and as calls for all others', async () => {
    const goal = { goal: 'Tell ada.', primary_tools: ['mail.send'], success_criteria: 'It is sent.' };
    const reply = files.file('goals.json', JSON.stringify([goal]));
    const given = ['plan', '--reply', reply, '--catalogue', CATALOGUE];
    const ran = await planloom([...given, '--planner', 'plan-execute']);
    expect(ran.json).toMatchObject({
      ok: true,
      plan: { nodes: [{ type: 'AGENT', params: { first: 'tool', tools: ['mail.send'] } }] },
    });
    expect((await planloom(given)).json.plan.nodes).toMatchObject([
      { type: 'CAPABILITY', onError: 'continue' },
    ]);
  });

  it('P5 a reply with an unknown tool is repaired', async () => {
    server.script(saysJson({ steps: [{ id: 'a', tool: 'mail.sent', input: {} }] }), saysJson(GOOD));
    const ran = await planloom(
      ['plan', '--goal', 'Mail Ada.', '--catalogue', CATALOGUE, '--model', 'local/scripted'],
      env,
    );
    expect(ran.json.attempts.map((attempt: { verdict: string }) => attempt.verdict)).toEqual([
      'refused',
      'accepted',
    ]);
  });

  const MACHINE = {
    plan_type: 'mailing',
    description: 'Mails.',
    initial_state: 'mailing',
    states: {
      mailing: {
        state_name: 'mailing',
        description: 'Mail',
        action: { event_type: 'mail.send', response_event: 'mail.sent', data: { to: '{goal_data.name}' } },
        default_next: 'done',
      },
      done: { state_name: 'done', description: 'Sent', is_terminal: true },
    },
  };
  const OF_MACHINES = ['--catalogue', CATALOGUE, '--planner', 'state-machine'];

  it('M5 a planner of state machines gives the machine, repaired where need be', async () => {
    server.script(saysJson(GOOD), saysJson(MACHINE));
    const asked = ['plan', '--goal', 'Mail Ada.', ...OF_MACHINES, '--model', 'local/scripted'];
    const { exit, json } = await planloom(asked, env);
    expect(exit).toBe(0);
    expect(json).toMatchObject({
      ok: true,
      plan: { kind: 'state-machine', initial: 'mailing', responders: [{ capability: 'mail.send' }] },
      attempts: [{ problems: [{ code: 'MACHINE_EXPECTED' }] }, { verdict: 'accepted' }],
    });
  });

  it('M5, P4 a reply that is a machine is read without asking anybody', async () => {
    const good = files.file('machine.txt', `Here it is: ${JSON.stringify(MACHINE)}`);
    const read = await planloom(['plan', '--reply', good, '--catalogue', CATALOGUE]);
    expect(read).toMatchObject({ exit: 0, json: { ok: true, plan: { kind: 'state-machine' } } });
    const steps = files.file('steps.json', JSON.stringify(GOOD));
    const refused = await planloom(['plan', '--reply', steps, ...OF_MACHINES]);
    expect(refused).toMatchObject({
      exit: 1,
      json: { ok: false, diagnostics: [{ code: 'MACHINE_EXPECTED' }] },
    });
  });

  it('P2 reads a stream of steps', async () => {
    server.script(streamsSteps(GOOD.steps));
    const ran = await planloom(
      [
        'plan',
        '--goal',
        'Mail Ada.',
        '--catalogue',
        CATALOGUE,
        '--planner',
        'stream',
        '--model',
        'local/scripted',
      ],
      env,
    );
    expect(ran.json.plan.nodes).toHaveLength(1);
  });

  it('a server that refuses is said plainly, and ends with 1; the key is nowhere', async () => {
    server.script(refuses(401));
    const ran = await planloom(
      ['plan', '--goal', 'Mail Ada.', '--catalogue', CATALOGUE, '--model', 'local/scripted'],
      env,
    );
    expect(ran.exit).toBe(1);
    expect(JSON.stringify(ran.json.attempts)).toContain('MODEL_UNAUTHORIZED');
    expect(ran.stdout + ran.stderr).not.toContain(KEY);
  });

  it('plans by rules over a workspace, with no model', async () => {
    const ran = await planloom(['plan', sample('ask-a-table'), '--goal', 'How many rows are there?']);
    expect(ran).toMatchObject({ exit: 0, json: { ok: true, attempts: [{ flavour: 'rules', model: null }] } });
  });

  it('--reply reads a reply and asks nobody', async () => {
    const good = files.file('good.txt', `Here you are:\n\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``);
    expect(await planloom(['plan', '--reply', good, '--catalogue', CATALOGUE])).toMatchObject({
      exit: 0,
      json: { ok: true, plan: { nodes: [{ id: 'send' }] } },
    });
    const message = files.file('message.txt', '{"steps": [{"id": "a", "type": "message", "input": "Hi."}]}');
    expect((await planloom(['plan', '--reply', message, '--catalogue', CATALOGUE])).json.ok).toBe(true);
    const prose = files.file('prose.txt', 'I would rather not.');
    expect(await planloom(['plan', '--reply', prose])).toMatchObject({
      exit: 1,
      json: { ok: false, plan: null },
    });
  });
});

describe('fault S9 a tool that is there and not in the catalogue is not allowed; one that is not there is unknown', () => {
  const naming = (tool: string) => ({ steps: [{ id: 'a', tool, input: { text: 'x' } }] });
  const sentence = (tool: string, isThere: boolean): object =>
    isThere
      ? { code: 'TOOL_NOT_ALLOWED', message: `The tool "${tool}" is not allowed here.` }
      : { code: 'UNKNOWN_TOOL', message: `There is no tool "${tool}".` };
  const own = files.file(
    'own.planloom.json',
    documentOf('a: CAPABILITY text.upper {input: {text: x}}', {
      capabilities: [
        {
          ...{ id: 'made.here', description: 'Made here.', input: {}, output: {} },
          make: { kind: 'answer', value: 1 },
        },
      ],
    }),
  );
  const cases: [string, boolean, string[]][] = [
    ['text.upper', true, ['--catalogue', CATALOGUE]],
    ['text.nowhere', false, ['--catalogue', CATALOGUE]],
    ['made.here', true, [own]],
    ['made.here', false, []],
  ];

  it.each(cases)('%s, %s, %j', async (tool, isThere, given) => {
    const reply = files.file('named.json', JSON.stringify(naming(tool)));
    const diagnostics = [sentence(tool, isThere)];
    expect(await planloom(['plan', '--reply', reply, ...given])).toMatchObject({
      exit: 1,
      json: { diagnostics },
    });
    server.script(saysJson(naming(tool)), saysJson(naming(tool)), saysJson(naming(tool)));
    const asked = await planloom(['plan', '--goal', 'Mail Ada.', ...given, '--model', 'local/scripted'], env);
    expect(asked.json.attempts[0]).toMatchObject({ verdict: 'refused', problems: diagnostics });
  });
});

describe('H2 models on the command line', () => {
  const workspace = documentOf(
    `
    out text
    plan: PLANNER llm {goal: "Say hi.", tools: [echo]}
    execute: PLAN_EXECUTOR
    plan -> execute
    `,
    { models: [{ id: 'main', connection: 'local', model: 'scripted' }], connections: [{ id: 'local' }] },
  );
  const reply = { steps: [{ id: 'say', tool: 'echo', input: { text: 'hi' } }] };

  it('a run asks the connection of the environment, and its ledger replays without it', async () => {
    server.script(saysJson(reply));
    const path = files.path('model.ndjson');
    const file = files.file('model.json', workspace);
    const ran = await planloom(['run', file, '--yes', '--ledger', path], env);
    expect(ran.json).toMatchObject({ status: 'completed', stats: { inputTokens: 12, outputTokens: 34 } });
    await server.received(1);
    const asked = server.requests.length;
    expect((await planloom(['replay', path])).json).toMatchObject({
      ok: true,
      status: 'completed',
      effects: 0,
    });
    expect(server.requests).toHaveLength(asked);
  });

  it('P7 --measured: the model whose plans were accepted in earlier runs is asked first', async () => {
    const models = ['weak', 'strong'].map((id) => ({ id, connection: 'local', model: id }));
    const two = (params: string) =>
      documentOf(
        `
        plan: PLANNER llm {goal: "Say hi.", tools: [echo], repairRetries: 0${params}}
        execute: PLAN_EXECUTOR
        plan -> execute
        `,
        { models, connections: [{ id: 'local' }] },
      );
    const ledgers: string[] = [];
    for (let run = 0; run < 5; run++) {
      server.script(says('No plan.'), saysJson(reply));
      const ledger = files.path(`earlier-${run}.ndjson`);
      ledgers.push('--measured', ledger);
      const file = files.file('earlier.json', two(''));
      await planloom(['run', file, '--yes', '--run-id', `earlier-${run}`, '--ledger', ledger], env);
    }
    server.script(saysJson(reply));
    const path = files.path('measured.ndjson');
    await planloom(['run', files.file('two.json', two('')), '--yes', '--ledger', path, ...ledgers], env);
    expect(server.requests.map(({ body }) => Object(body).model)).toEqual(['strong']);
    expect(readFileSync(path, 'utf8')).toContain('"isChanged":true');
    expect((await planloom(['replay', path])).json).toMatchObject({ ok: true, effects: 0 });
  });

  it('case H6 the key is in no ledger and no output, even when the model repeats it', async () => {
    server.script(says(JSON.stringify({ steps: [{ id: 'say', tool: 'echo', input: { text: KEY } }] })));
    const path = files.path('canary.ndjson');
    const ran = await planloom(['run', files.file('canary.json', workspace), '--yes', '--ledger', path], env);
    const everything = ran.stdout + ran.stderr + readFileSync(path, 'utf8');
    expect(everything).toContain('[redacted]');
    expect(everything).not.toContain(KEY);
  });

  it('without the connection the model is missing, and the rules are asked instead', async () => {
    const ran = await planloom([
      'run',
      files.file('alone.json', workspace),
      '--yes',
      '--ledger',
      files.path('alone.ndjson'),
    ]);
    expect(readFileSync(files.path('alone.ndjson'), 'utf8')).toContain('CONNECTION_MISSING');
    expect(ran.exit).toBe(1);
  });

  it('fault S10 K13 a call without its connection waits for it with exit code 3, and goes on when it is there', async () => {
    const asks = documentOf(
      `
      out text
      ask: CAPABILITY model.generate {input: {prompt: "Say hi."}, output: {text: "result.text"}}
      `,
      { models: [{ id: 'main', connection: 'local', model: 'scripted' }], connections: [{ id: 'local' }] },
    );
    const file = files.file('waits.json', asks);
    const ledger = files.path('waits.ndjson');
    const ran = await planloom(['run', file, '--yes', '--ledger', ledger]);
    expect(ran).toMatchObject({
      exit: 3,
      json: { status: 'waiting', waiting: [{ kind: 'connection', address: '/ask#1' }] },
    });
    server.script(says('hi'));
    const resumed = await planloom(['run', file, '--yes', '--resume', ledger], env);
    expect(resumed).toMatchObject({ exit: 0, json: { status: 'completed', stats: { inputTokens: 12 } } });
  });

  it('fault M4 a plan that the built-in rules made for a model that failed is said to be so, with the reason', async () => {
    const document = documentOf(
      `
      out text
      plan: PLANNER llm {goal: "How many rows are there in orders?", repairRetries: 0}
      execute: PLAN_EXECUTOR
      plan -> execute
      `,
      {
        models: [{ id: 'main', name: 'Tiny', connection: 'local', model: 'scripted' }],
        connections: [{ id: 'local' }],
        documents: [{ id: 'orders', name: 'orders', kind: 'csv', text: 'a,b\n1,2\n' }],
      },
    );
    const file = files.file('fallback.json', document);
    const path = files.path('fallback.ndjson');
    server.script(refuses(401));
    const ran = await planloom(['run', file, '--yes', '--ledger', path], env);
    expect(ran).toMatchObject({ exit: 0, json: { status: 'completed' } });
    expect(ran.stderr).toMatch(
      /"Planner" \(\/plan\) was planned by Built-in rules, because Tiny failed: MODEL_UNAUTHORIZED: /,
    );
    expect(ran.stderr + ran.stdout).not.toContain(KEY);
  });

  it('models lists what is there, without keys', async () => {
    const ran = await planloom(['models', files.file('models.json', workspace)], env);
    expect(ran).toMatchObject({
      exit: 0,
      json: {
        models: [{ id: 'main', connected: true }],
        connections: [{ id: 'local', url: server.url, hasKey: true }],
      },
    });
    expect(ran.stdout).not.toContain(KEY);
  });
});

describe('catalogues and machines', () => {
  it('capabilities lists what plans can call, as a catalogue', async () => {
    const ran = await planloom(['capabilities']);
    expect(ran.exit).toBe(0);
    expect(ran.json.map(({ id }: { id: string }) => id)).toContain('table.filter');
    const again = files.file('again.json', ran.stdout);
    expect(
      (await planloom(['plan', '--reply', files.file('x.txt', '{"steps": []}'), '--catalogue', again])).exit,
    ).toBe(1);
  });

  it('compile prints frames as JSON, Mermaid as text, and C1 the specification with its source map', async () => {
    const file = sample('ask-a-table');
    expect((await planloom(['compile', file])).json).toMatchObject({
      initial: expect.any(String),
      states: expect.any(Object),
      meta: { planHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect((await planloom(['compile', file, '--to', 'mermaid'])).stdout).toMatch(/^stateDiagram-v2\n/);
    const spec = await planloom(['compile', file, '--to', 'spec']);
    expect(spec.json).toMatchObject({
      planHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      sourceMap: expect.any(Array),
    });
    expect((await planloom(['compile', file, '--to', 'spec'])).stdout).toBe(spec.stdout);
  });

  it('validate says what --trust takes', async () => {
    expect((await planloom(['validate', sample('ask-a-table')])).json).toMatchObject({
      ok: true,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});
