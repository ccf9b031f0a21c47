import { truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '#base';
import { workspaceHash } from '#plan';
import { documentOf, planloom, scratch, workspaceOf } from './notation';

const files = scratch();
const FINE = files.file('fine.json', documentOf('a: CAPABILITY echo {input: {text: "x"}}'));

/** Every refusal: exit code 2, JSON on stdout, a line for people on stderr. */
async function refusal(...args: string[]) {
  const ran = await planloom(args);
  expect(ran.exit).toBe(2);
  expect(ran.json?.ok).toBe(false);
  const [first] = ran.json.diagnostics;
  expect(first).toMatchObject({
    code: expect.any(String),
    message: expect.any(String),
    help: expect.any(String),
  });
  expect(ran.stderr).toContain(first.code);
  return { ...ran, code: first.code };
}

describe('H1 bad usage is explained, with the help of the command', () => {
  it.each([
    [['fly'], 'There is no command "fly"'],
    [['run'], 'FILE is missing'],
    [['run', 'a', 'b'], 'one argument too many'],
    [['run', FINE, '--colour', 'red'], '--colour'],
    [['run', FINE, '--plan'], '--plan'],
    [['run', FINE, '--max-steps', 'many'], '--max-steps'],
    [['run', FINE, '--answer', 'yes'], 'ADDRESS=JSON'],
    [['run', FINE, '--answer', '/ask=yes'], '/ask'],
    [['run', FINE, '--bind', 'x'], 'NAME=CAPABILITY'],
    [['compile', FINE, '--to', 'pascal'], 'pascal'],
    [['plan'], '--goal'],
    [['plan', '--goal', 'x', '--planner', 'oracle'], 'oracle'],
  ])('%s', async (args, words) => {
    const ran = await refusal(...args);
    expect(ran.code).toBe('USAGE');
    expect(ran.stderr).toContain(words);
  });

  it('no command at all shows what there is', async () => {
    const ran = await planloom([]);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('replay');
  });

  it('--help goes to stderr and ends with 0', async () => {
    const ran = await planloom(['run', '--help']);
    expect(ran).toMatchObject({ exit: 0, stdout: '' });
    expect(ran.stderr).toContain('--max-steps N');
  });
});

describe('bad input', () => {
  it('a file that is not there, and a folder', async () => {
    expect((await refusal('validate', files.path('nowhere.json'))).code).toBe('FILE_MISSING');
    expect((await refusal('run', files.path('.'))).code).toBe('FILE_UNREADABLE');
  });

  it('a file of 60 MB is refused before it is read', async () => {
    const path = files.file('big.json', '');
    truncateSync(path, 60_000_000);
    const { code, stderr } = await refusal('validate', path);
    expect(code).toBe('FILE_TOO_LARGE');
    expect(stderr).toContain('50000000');
  });

  it('broken JSON, JSON 100 deep, another format', async () => {
    expect((await refusal('validate', files.file('broken.json', '{"format": '))).code).toBe('JSON_INVALID');
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
    expect((await refusal('validate', files.file('deep.json', deep))).code).toBe('JSON_TOO_DEEP');
    expect(await refusal('validate', files.file('other.json', '{"hello": 1}'))).toMatchObject({
      json: { ok: false },
    });
  });

  it('W3 all that is wrong at once: what is misshapen, and what is wrong with the rest', async () => {
    const nodes = [
      { id: 'a', type: 'CAPABILITY', params: { capability: 'text.uper' }, input: { text: '{{ nope }}' } },
      { id: 'b', type: 'LOOP', params: { while: '1 <' }, body: { nodes: [], edges: [] } },
      {
        id: 'c',
        type: 'LOOP',
        body: { nodes: [{ id: 'd', type: 'IF', params: { condition: 'x >' } }], edges: [] },
      },
    ];
    const edges = [{ from: 'a', to: 'gone' }, { from: 'b' }];
    const workspace = {
      ...{ format: 'planloom/workspace', version: 1, id: 'w', name: 'W' },
      plans: [{ id: 'main', kind: 'capability', nodes, edges }],
    };
    const { json } = await planloom(['validate', files.file('many.json', JSON.stringify(workspace))]);
    const told = json.diagnostics.map(({ code, where }: Diagnostic) => `${where.node ?? '-'} ${code}`);
    expect(told.toSorted()).toEqual([
      '- MISSING_KEY',
      'a CAPABILITY_UNKNOWN',
      'a EDGE_TO_NOWHERE',
      'a VARIABLE_UNDECLARED',
      'b EXPRESSION_INVALID',
      'b MISSING_KEY',
      'c MISSING_KEY',
      'd EXPRESSION_INVALID',
    ]);
  });

  it('case A8 a newer version can be read, but not run', async () => {
    const newer = documentOf('a: CAPABILITY echo').replace('"version": 1', '"version": 99');
    const path = files.file('newer.json', newer);
    expect(await refusal('validate', path)).toMatchObject({ json: { hash: null } });
    expect((await planloom(['run', path])).exit).toBe(2);
  });

  it('E4 a plan with errors is not run: each is named', async () => {
    const path = files.file(
      'cycle.json',
      documentOf('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b\nb -> a'),
    );
    const { json } = await refusal('run', path);
    expect(json.diagnostics.length).toBeGreaterThan(0);
    expect((await planloom(['validate', path])).json).toMatchObject({ ok: false, hash: expect.any(String) });
  });

  it('a plan and a model that are not there', async () => {
    expect((await refusal('run', FINE, '--plan', 'other')).code).toBe('PLAN_UNKNOWN');
    expect((await refusal('run', FINE, '--model', 'other')).code).toBe('MODEL_UNKNOWN');
  });

  it('V1 an input that the plan refuses', async () => {
    const path = files.file(
      'input.json',
      documentOf('in n: number\na: CAPABILITY echo {input: {text: "{{ n }}"}}'),
    );
    expect((await refusal('run', path)).code).toBe('INPUT_INVALID');
    expect((await refusal('run', path, '--input', '{"n": "x"}')).code).toBe('INPUT_INVALID');
    expect((await refusal('run', path, '--input', '[1]')).code).toBe('INPUT_INVALID');
    expect((await refusal('run', path, '--input', '{')).code).toBe('JSON_INVALID');
  });

  it('a ledger that is none', async () => {
    const path = files.file('none.ndjson', 'hello\n');
    expect(await planloom(['replay', path])).toMatchObject({
      exit: 1,
      json: { ok: false, difference: { seq: 0 } },
    });
    expect((await refusal('run', FINE, '--resume', path)).json.ok).toBe(false);
    writeFileSync(path, '');
    expect((await refusal('run', FINE, '--resume', path)).code).toBe('LEDGER_EMPTY');
  });

  it('a catalogue that is none', async () => {
    const path = files.file('catalogue.json', '{"id": "x"}');
    expect((await refusal('plan', '--goal', 'x', '--catalogue', path)).code).toBe('CATALOGUE_INVALID');
    const one = '{"id": "x", "description": "X.", "input": {}, "output": {}}';
    const doubled = files.file('doubled.json', `[${one}, ${one}]`);
    const refused = await refusal('plan', '--goal', 'x', '--catalogue', doubled);
    expect(refused.json.diagnostics[0]).toMatchObject({
      code: 'CATALOGUE_INVALID',
      message: expect.stringContaining('two capabilities "x"'),
    });
  });
});

describe('T1 trust', () => {
  const text = `
    plan: PLANNER llm {goal: "x", models: [main]}
    execute: PLAN_EXECUTOR
    plan -> execute
  `;
  const rest = {
    models: [{ id: 'main', connection: 'server', model: 'm' }],
    connections: [{ id: 'server' }],
  };
  const path = files.file('reaches.json', documentOf(text, rest));
  const hash = workspaceHash(workspaceOf(text, rest));

  it('a workspace that only computes with what it holds runs without being asked about', async () => {
    expect((await planloom(['run', FINE])).exit).toBe(0);
  });

  it('one that reaches further is UNTRUSTED, with its hash and what it could do', async () => {
    const { json, code, stderr } = await refusal('run', path);
    expect(code).toBe('UNTRUSTED');
    expect(json).toMatchObject({ hash, can: { models: ['main'], connections: ['server'] } });
    expect(stderr).toContain(hash);
    expect((await planloom(['validate', path])).json.hash).toBe(hash);
  });

  it('what could not run whoever trusts it is said first', async () => {
    const unknown = files.file('unknown.json', documentOf('a: CAPABILITY nowhere.to.be'));
    expect((await refusal('run', unknown)).code).toBe('CAPABILITY_UNKNOWN');
  });

  it('case A13 a file that is no UTF-8 is refused, and not read as something else', async () => {
    const broken = files.file('latin.json', '');
    writeFileSync(broken, Buffer.from(documentOf('a: CAPABILITY echo').replace('echo', 'ech\xf6'), 'latin1'));
    expect((await refusal('validate', broken)).code).toBe('FILE_NOT_TEXT');
  });

  it('the hash of another workspace is no trust', async () => {
    expect((await refusal('run', path, '--trust', 'f'.repeat(64))).code).toBe('UNTRUSTED');
  });

  it('--trust with its hash, or --yes, lets it run', async () => {
    for (const trust of [['--trust', hash], ['--yes']])
      expect((await planloom(['run', path, ...trust])).json.status).toBeDefined();
  });
});
