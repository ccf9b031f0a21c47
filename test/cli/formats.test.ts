import { describe, expect, it } from 'vitest';
import { parseJson } from '#base';
import { HARBOUR } from '../formats/engine/configurations';
import { documentOf, planloom, scratch } from './notation';

const files = scratch();
const json = (name: string, value: unknown): string => files.file(name, JSON.stringify(value));

const ENGINE = json('engine.json', HARBOUR);
const PLAN = json('plan.json', {
  planId: 'kiln-7',
  steps: [
    { id: 'weigh', type: 'tool', toolId: 'echo', input: { bin: 4 } },
    { id: 'end', type: 'finish', input: { done: true } },
  ],
});
const FINE = files.file('fine.planloom.json', documentOf('a: CAPABILITY echo {input: {text: "x"}}'));

/** The diagnostics on stderr: one line, one JSON value. */
function said(stderr: string): readonly { readonly code: string; readonly severity: string }[] {
  const lines = stderr.trim().split('\n');
  expect(lines).toHaveLength(1);
  const parsed = parseJson(lines[0] ?? '', 64);
  return parsed.ok ? (parsed.value as never) : [];
}

describe('H1 import', () => {
  it.each([
    ['engine', ENGINE],
    ['planner-plan', PLAN],
    [
      'state-machine',
      json('lamp.json', {
        plan_type: 'lamp',
        description: 'A lamp',
        initial_state: 'lit',
        states: { lit: { state_name: 'lit', description: 'Lit', is_terminal: true } },
      }),
    ],
    ['xstate', json('x.json', { id: 'light', initial: 'red', states: { red: {} } })],
    [
      'olo',
      json('olo.json', {
        version: '1.0.0',
        pipelines: {
          leaves: { name: 'leaves', executionTree: { id: 'root', type: 'SEQUENCE', children: [] } },
        },
      }),
    ],
  ])(
    'H1 --from %s: a workspace on stdout alone, diagnostics as one JSON line on stderr',
    async (format, file) => {
      const ran = await planloom(['import', file, '--from', format]);
      expect(ran.exit).toBe(0);
      expect(ran.json).toMatchObject({ format: 'planloom/workspace', version: 1 });
      expect(Array.isArray(said(ran.stderr))).toBe(true);
      const imported = files.file(`${format}.planloom.json`, ran.stdout);
      expect((await planloom(['export', imported, '--to', 'workspace'])).stdout).toBe(ran.stdout);
      expect(await planloom(['import', file])).toMatchObject({ exit: 0, stdout: ran.stdout });
    },
  );

  it('H1 a file that cannot be read is refused with all problems: exit code 2, {ok: false} on stdout', async () => {
    const broken = json('broken.json', {
      pipelines: { a: { root: { MODEL: 7 } }, b: {} },
      capabilityOrder: [1],
    });
    const ran = await planloom(['import', broken, '--from', 'engine']);
    expect(ran).toMatchObject({ exit: 2, json: { ok: false } });
    const codes = ran.json.diagnostics.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(['WRONG_TYPE', 'PIPELINE_EMPTY']));
    expect(said(ran.stderr)[0]?.severity).toBe('error');
  });

  it('H1 bad usage names the formats', async () => {
    for (const args of [
      ['import'],
      ['import', PLAN, '--from', 'cobol'],
      ['import', files.file('no.json', '{"x": 1}')],
    ]) {
      const ran = await planloom(args);
      expect(ran).toMatchObject({ exit: 2, json: { ok: false, diagnostics: [{ code: 'USAGE' }] } });
      expect(ran.stderr).toContain('--from');
    }
  });
});

describe('H1 export', () => {
  it('H1 an engine configuration comes back as it went in', async () => {
    const imported = await planloom(['import', ENGINE]);
    const file = files.file('harbour.planloom.json', imported.stdout);
    const ran = await planloom(['export', file, '--to', 'engine']);
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
    expect(ran.json).toEqual(HARBOUR);
  });

  it('H1 what the format has no word for is named on stderr, and stdout stays JSON', async () => {
    const file = files.file('if.json', documentOf('gate: IF 1 < 2\nyes: CAPABILITY echo\ngate.then -> yes'));
    const ran = await planloom(['export', file, '--to', 'planner-plan']);
    expect(ran).toMatchObject({ exit: 0, json: { planId: 'main', steps: [{ id: 'yes', type: 'tool' }] } });
    expect(ran.stderr).toContain('LEFT_OUT (main gate /type)');
  });

  it('H1 a single plan, the whole workspace', async () => {
    expect((await planloom(['export', FINE, '--to', 'plan', '--plan', 'main'])).json).toMatchObject({
      id: 'main',
      kind: 'capability',
    });
    expect((await planloom(['export', FINE, '--to', 'workspace'])).json).toMatchObject({
      format: 'planloom/workspace',
    });
  });

  it('S2 a plan as a diagram, the same as compile writes', async () => {
    const exported = await planloom(['export', FINE, '--to', 'mermaid']);
    expect(exported).toMatchObject({ exit: 0, stderr: '' });
    expect(exported.stdout).toMatch(/^stateDiagram-v2\n/);
    expect(exported.stdout).toBe((await planloom(['compile', FINE, '--to', 'mermaid'])).stdout);
  });

  it.each([
    [['export', FINE], 'USAGE', '--to is missing'],
    [['export', FINE, '--to', 'pascal'], 'USAGE', 'pascal'],
    [['export', FINE, '--to', 'engine', '--plan', 'other'], 'PLAN_UNKNOWN', 'main'],
    [['export', PLAN, '--to', 'plan'], 'NOT_A_WORKSPACE', 'format'],
  ])('H1 refused: %s', async (args, code, words) => {
    const ran = await planloom(args);
    expect(ran).toMatchObject({ exit: 2, json: { ok: false, diagnostics: [{ code }] } });
    expect(ran.stderr).toContain(words);
  });

  it.each(['workspace', 'plan', 'planner-plan'])('S4 a known key never leaves: %s', async (format) => {
    const file = files.file(
      'key.json',
      documentOf('a: CAPABILITY echo {input: {text: "sesame-open-1234567890"}}'),
    );
    const ran = await planloom(['export', file, '--to', format], {
      PLANLOOM_CONNECTION_LAB_KEY: 'sesame-open-1234567890',
    });
    expect(ran).toMatchObject({ exit: 2, json: { diagnostics: [{ code: 'SECRET_FOUND' }] } });
  });

  it('H1 a plan that a format cannot hold at all is refused', async () => {
    const machine = await planloom([
      'import',
      json('y.json', { id: 'light', initial: 'red', states: { red: {} } }),
      '--from',
      'xstate',
    ]);
    const file = files.file('machine.planloom.json', machine.stdout);
    const ran = await planloom(['export', file, '--to', 'engine']);
    expect(ran).toMatchObject({ exit: 2, json: { diagnostics: [{ code: 'FORMAT_UNFIT' }] } });
    expect((await planloom(['export', file, '--to', 'xstate'])).json).toMatchObject({ initial: 'red' });
    const typescript = await planloom(['export', file, '--to', 'xstate-ts']);
    expect(typescript.exit).toBe(0);
    expect(typescript.stdout).toContain("from 'xstate'");
  });
});

describe('acceptance 6: imported, then run', () => {
  it('H1 an engine configuration runs with stubs, and with its names bound to capabilities', async () => {
    const file = files.file('run.planloom.json', (await planloom(['import', ENGINE])).stdout);
    const stubbed = await planloom([
      'run',
      file,
      '--stub-unresolved',
      '--run-id',
      'r1',
      '--input',
      '{"tide": 3}',
    ]);
    expect(stubbed).toMatchObject({
      exit: 0,
      json: { runId: 'r1', status: 'completed', stats: { failedSteps: 0 } },
    });
    const names = ['tide.Check', 'tide.Open', 'crew.North', 'crew.South'];
    const bound = await planloom([
      'run',
      file,
      ...names.flatMap((name) => ['--bind', `${name}=echo`]),
      '--input',
      '{"text": "x"}',
    ]);
    expect(bound).toMatchObject({ exit: 0, json: { status: 'completed' } });
    const bare = await planloom(['run', file]);
    expect(bare).toMatchObject({
      exit: 2,
      json: {
        ok: false,
        diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'CAPABILITY_UNKNOWN' })]),
      },
    });
  });

  it('H4 simulate: the script says which branch is taken', async () => {
    const workspace = (await planloom(['import', ENGINE])).json;
    const capabilities = ['tide.Check', 'tide.Open', 'crew.North', 'crew.South'].map((id) => ({ id }));
    const file = json('sim.planloom.json', { ...workspace, capabilities });
    const script = { nodes: { 'tide-Check': [{ output: { branch: 1 } }] } };
    const ran = await planloom(['simulate', file, '--plan', 'default', '--script', JSON.stringify(script)]);
    expect(ran).toMatchObject({ exit: 0, json: { ok: true, status: 'completed', variables: { branch: 1 } } });
    const addresses = ran.json.timeline.map(({ address }: { address: string }) => address);
    expect(addresses).toContain('/MODEL/crew-North');
    expect(ran.json.timeline).toContainEqual(
      expect.objectContaining({ address: '/ACCESS/tide-Open', status: 'skipped' }),
    );
  });

  it('H1 a planner’s plan runs to its finish, and is written as TypeScript', async () => {
    const file = files.file('plan.planloom.json', (await planloom(['import', PLAN])).stdout);
    expect(await planloom(['run', file])).toMatchObject({
      exit: 0,
      json: { status: 'completed', outputs: { done: true } },
    });
    for (const command of ['export', 'compile']) {
      const ran = await planloom([command, file, '--to', 'xstate-ts']);
      expect(ran.exit).toBe(0);
      expect(ran.stdout).toContain("from 'xstate'");
    }
  });

  it('M6, C3 a module of XState is imported unrun, simulated, and written as JSON and as TypeScript', async () => {
    const source = `export const door = createMachine({ id: 'door', initial: 'shut', states: {
      shut: { on: { OPEN: { target: 'open', guard: 'isKnown', actions: 'ring' } } }, open: { on: { SHUT: 'shut' } } } });`;
    const imported = await planloom(['import', files.file('door.ts', source), '--from', 'xstate']);
    const file = files.file('door.planloom.json', imported.stdout);
    const events = [
      'simulate',
      file,
      '--plan',
      'door',
      '--events',
      '["OPEN", "SHUT"]',
      '--guards',
      '{"isKnown": true}',
    ];
    const values = (await planloom(events)).json.steps;
    expect(values).toMatchObject([{ value: 'shut' }, { value: 'open' }, { value: 'shut' }]);
    const config = (await planloom(['export', file, '--to', 'xstate'])).json;
    expect(config).toMatchObject({
      id: 'door',
      initial: 'shut',
      states: { shut: { on: { OPEN: [{ target: 'open' }] } } },
    });
    const module = await planloom(['export', file, '--to', 'xstate-ts']);
    expect([module.exit, module.stdout.includes("from 'xstate'")]).toEqual([0, true]);
  });
});
