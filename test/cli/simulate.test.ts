import { describe, expect, it } from 'vitest';
import { documentOf, planloom, scratch } from './notation';

const files = scratch();
const LOOK = files.file(
  'look.json',
  documentOf('in n = 1\nout found\nlook: CAPABILITY echo {output: {found: "result"}, timeoutMs: 50}'),
);

function simulate(file: string, script: object | string, ...more: readonly string[]) {
  const text = typeof script === 'string' ? script : JSON.stringify(script);
  return planloom(['simulate', file, '--plan', 'main', '--script', text, ...more]);
}

describe('H1 simulate FILE --plan ID --script JSON|@FILE: "a capability plan on a virtual clock, no effect performed"', () => {
  it('H4 prints the report on stdout and nothing else; a completed run ends with 0', async () => {
    const ran = await simulate(LOOK, { nodes: { look: [{ afterMs: 10, output: 'there' }] } });
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
    expect(ran.json).toEqual({
      ok: true,
      status: 'completed',
      outputs: { found: 'there' },
      variables: { n: 1, found: 'there' },
      virtualMs: 10,
      commits: 2,
      timeline: [
        { atMs: 0, address: '/look', status: 'running' },
        { atMs: 10, address: '/look', status: 'succeeded' },
      ],
    });
  });

  it('the script may lie in a file, and the first plan is taken without --plan', async () => {
    const script = files.file('script.json', '{"inputs": {"n": 2}}');
    const ran = await planloom(['simulate', LOOK, '--script', `@${script}`]);
    expect(ran.json).toMatchObject({ ok: true, variables: { n: 2, found: null } });
  });

  it('H4 "exit codes as for run, cancelled 1, paused 3": ok is true all the same', async () => {
    const failed = await simulate(LOOK, { default: { afterMs: 1, error: { code: 'DOWN', message: 'No.' } } });
    expect(failed).toMatchObject({ exit: 1, json: { ok: true, status: 'failed' } });
    expect(failed.json.error).toEqual({ code: 'DOWN', message: 'No.' });
    const cancelled = await simulate(LOOK, { events: [{ atMs: 0, command: 'cancel' }] });
    expect(cancelled).toMatchObject({ exit: 1, json: { ok: true, status: 'cancelled' } });
    const chain = files.file('chain.json', documentOf('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b'));
    const paused = await simulate(chain, { events: [{ atMs: 0, command: 'pause' }] });
    expect(paused).toMatchObject({ exit: 3, json: { ok: true, status: 'paused' } });
    const ask = files.file('ask.json', documentOf('ask: HUMAN_INPUT Well?'));
    expect(await simulate(ask, {})).toMatchObject({ exit: 3, json: { ok: true, status: 'waiting' } });
  });

  it('says on stderr which KEY answered nothing: it may be mistyped', async () => {
    const ran = await simulate(LOOK, { nodes: { look: [{ output: 1 }], lok: [{ output: 2 }] } });
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toBe('"lok" of the script answered nothing: no such node asked.\n');
  });

  it('needs no trust: nothing of the workspace is called', async () => {
    const file = files.file('model.json', documentOf('a: CAPABILITY model.generate {input: {prompt: "x"}}'));
    const ran = await simulate(file, { default: { afterMs: 3, output: { text: 'scripted' } } });
    expect(ran).toMatchObject({ exit: 0, json: { ok: true, virtualMs: 3 } });
  });
});

describe('H4 "else {ok: false, diagnostics}": each problem with its code, where and what to do', () => {
  const broken = files.file('broken.json', documentOf('a: CAPABILITY nowhere'));
  it.each([
    ['a script that is no JSON', LOOK, '{"nodes": '],
    ['a script of another shape', LOOK, '{"nodes": {"look": [{"afterMs": "soon", "output": 1}]}}'],
    ['a script file that is not there', LOOK, `@${files.path('nowhere.json')}`],
    ['inputs that the plan refuses', files.file('in.json', documentOf('in question')), '{}'],
    ['a plan with errors', broken, '{}'],
    ['a workspace that is none', files.file('none.json', '{"format": "other"}'), '{}'],
  ])('%s', async (_what, file, script) => {
    const ran = await simulate(file, script);
    expect(ran.exit).toBe(2);
    expect(ran.json).toMatchObject({ ok: false });
    for (const diagnostic of ran.json.diagnostics)
      expect(diagnostic).toMatchObject({
        code: expect.any(String),
        where: expect.any(Object),
        help: expect.stringMatching(/./),
      });
  });

  it('all problems of a script are told, and where', async () => {
    const ran = await simulate(LOOK, {
      nodes: { 'a b': [{ output: 1 }], look: [{}] },
      events: [{ atMs: 1 }],
    });
    expect(ran.json.diagnostics.map((one: { where: { field: string } }) => one.where.field)).toEqual([
      '/nodes/a b',
      '/nodes/look/0',
      '/events/0',
    ]);
  });

  it('a plan that is not there, or a state machine', async () => {
    const ran = await planloom(['simulate', LOOK, '--plan', 'other', '--script', '{}']);
    expect(ran).toMatchObject({ exit: 2, json: { ok: false, diagnostics: [{ code: 'PLAN_UNKNOWN' }] } });
  });

  it('without a script: usage, with the help', async () => {
    const ran = await planloom(['simulate', LOOK]);
    expect(ran).toMatchObject({ exit: 2, json: { ok: false, diagnostics: [{ code: 'USAGE' }] } });
    expect(ran.stderr).toContain('--script JSON|@FILE');
  });
});
