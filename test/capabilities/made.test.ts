import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#base';
import { absentIn, builtInCapabilities, withMade } from '#capabilities';
import { check, type Workspace } from '#plan';
import { catalogueOf, startRun } from '#runtime';
import { plan, workspace } from '../notation/plan';
import { hostOf } from '../runtime/notation';

const CALLS =
  'in leaf\nout shape\na: CAPABILITY BOTANIST {input: {prompt: "{{ leaf }}"}, output: {shape: result.responseText}}';

function made(make: JsonObject | null, text = CALLS): Workspace {
  const entry = { id: 'BOTANIST', ...(make === null ? {} : { make }) };
  return workspace([plan(text)], { capabilities: [entry] });
}

async function outputs(one: Workspace): Promise<unknown> {
  const host = hostOf();
  const capabilities = withMade(builtInCapabilities(), one);
  const run = startRun({ ...host, capabilities }, { workspace: one, plan: 'main', input: { leaf: 'oak' } });
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  await run.value.done;
  const last = run.value.commits.at(-1)?.entries.at(-1);
  if (last?.kind === 'run.completed') return last.data.outputs;
  return last?.kind === 'run.failed' ? last.data.error : last;
}

function problems(one: Workspace): readonly string[] {
  return check(one, catalogueOf(one, withMade(builtInCapabilities(), one))).map(
    ({ code, where }) => `${code} ${where.field ?? ''}`,
  );
}

describe('A2 capabilities that a workspace makes', () => {
  test('one that always answers the same, over its input', async () => {
    const answer = { kind: 'answer', value: { responseText: 'The shape of {{ input.prompt }}' } };
    expect(await outputs(made(answer))).toEqual({ shape: 'The shape of oak' });
  });

  test('one that uses another, what goes in and comes out rewritten', async () => {
    const use = {
      kind: 'use',
      capability: 'text.upper',
      input: { text: '{{ input.prompt }}' },
      output: { responseText: '{{ result.text }}!' },
    };
    expect(await outputs(made(use))).toEqual({ shape: 'OAK!' });
  });

  test('T8 an output that its answer does not hold: which, what it holds, and what to do', async () => {
    expect(await outputs(made({ kind: 'answer', value: '{{ input }}' }))).toMatchObject({
      code: 'EXPRESSION_ERROR',
      message: expect.stringContaining('The output "shape" cannot be filled.'),
      help: expect.stringContaining('The result has only prompt.'),
    });
  });

  test('T8 a template that has no value', async () => {
    expect(await outputs(made({ kind: 'answer', value: '{{ input.gone }}' }))).toMatchObject({
      code: 'STAND_IN_FAILED',
      message: expect.stringContaining('"BOTANIST"'),
    });
  });

  test.each([
    ['unknown', 'text.upper', 'pure'],
    ['write', 'text.upper', 'write'],
    ['read', 'text.upper', 'read'],
    ['pure', 'model.generate', 'read'],
  ])(
    'its author says %s, it uses %s: its effect is %s, for an author may raise it and no more',
    (said, uses, is) => {
      const entry = { id: 'mine', effect: said, make: { kind: 'use', capability: uses } };
      const one = workspace([plan('a: CAPABILITY echo')], { capabilities: [entry] });
      expect(withMade(builtInCapabilities(), one).find('mine')?.descriptor.effect).toBe(is);
    },
  );

  test('what it uses says its effect, and that it is a model; it is no other than the host’s', () => {
    const one = made({ kind: 'use', capability: 'model.generate' });
    const descriptor = withMade(builtInCapabilities(), one).find('BOTANIST')?.descriptor;
    const model = builtInCapabilities().find('model.generate')?.descriptor;
    expect(descriptor).toMatchObject({ id: 'BOTANIST', effect: model?.effect });
    expect(descriptor?.tags).toEqual(expect.arrayContaining([...(model?.tags ?? [])]));
    const taken = workspace([plan('a: CAPABILITY echo')], {
      capabilities: [{ id: 'echo', make: { kind: 'answer', value: 'mine' } }],
    });
    expect(withMade(builtInCapabilities(), taken).find('echo')).toBe(builtInCapabilities().find('echo'));
  });

  test('E4 what cannot be made is told where it stands', () => {
    expect(problems(made({ kind: 'use', capability: 'text.upper' }))).toEqual([]);
    expect(problems(made({ kind: 'use', capability: 'text.uper' }))).toEqual([
      'CAPABILITY_UNKNOWN /capabilities/0/make/capability',
    ]);
    expect(problems(made({ kind: 'use', capability: 'BOTANIST' }))).toEqual([
      'CAPABILITY_UNKNOWN /capabilities/0/make/capability',
    ]);
    expect(problems(made({ kind: 'wish' }))).toEqual(['MAKING_UNKNOWN /capabilities/0/make']);
    expect(problems(made({ kind: 'answer', value: { a: '{{ input' } }))).toEqual([
      'TEMPLATE_INVALID /capabilities/0/make/value/a',
    ]);
  });
});

describe('H1 what is not here', () => {
  const absent = (one: Workspace) => absentIn(one.plans, one, withMade(builtInCapabilities(), one));

  test('with the names that plans read of its result', () => {
    expect(absent(made(null))).toEqual([{ id: 'BOTANIST', wanted: ['responseText'] }]);
    expect(absent(made({ kind: 'answer', value: {} }))).toEqual([]);
  });

  test('I4 of a plan that calls thousands of names, in one pass', () => {
    const lines = Array.from({ length: 12_000 }, (_, n) => `n${n}: CAPABILITY tool.n${n}`);
    const one = workspace([plan(lines.join('\n'))]);
    expect(absent(one)).toHaveLength(12_000);
  });

  test('of features and of planners too', () => {
    const text =
      'a: CAPABILITY echo {features: [{feature: quota}]}\np: PLANNER {planner: {flavour: capability, use: my.Planner}, goal: x}';
    const one = workspace([plan(text)], {
      features: [{ id: 'quota', capability: 'quota.Check', kind: 'guard', phase: 'pre' }],
    });
    expect(absent(one)).toEqual([
      { id: 'my.Planner', wanted: ['dynamicPlan'] },
      { id: 'quota.Check', wanted: [] },
    ]);
  });
});
