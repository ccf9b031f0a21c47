import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#base';
import type { Commit } from '#kernel';
import {
  amongSubjects,
  differenceOf,
  type EvalResults,
  evaluate,
  type Ground,
  readResults,
  reportOf,
} from '#proving';
import { memoryLedger } from '#runtime';
import { codesOf, workspace } from '../notation/plan';
import { sample } from '../samples/hosting';
import { evaluated, GOOD, groundWith, OFFLINE, OTHER, suiteOf } from './suite';

const json = (value: unknown): Json => JSON.parse(JSON.stringify(value));
const MODEL = { id: 'asked', model: 'local/m' };
const COMPLETED = { on: 'outcome', that: 'status == "completed"' };

const SCRIPTED = {
  id: 'scripted',
  goal: 'Mail Ada.',
  catalogue: [{ id: 'mail.send' }],
  script: {
    nodes: { plan: [{ afterMs: 80, output: { steps: [{ id: 'send', tool: 'mail.send', input: {} }] } }] },
    default: { output: { sent: true } },
  },
  checks: [
    { on: 'plan', that: "plan.nodes[0].params.capability == 'mail.send'", as: 'It mails' },
    COMPLETED,
    { on: 'cost', that: 'usage.tokens == 0 && size(attempts) == 1' },
  ],
};

describe('H5 an evaluation', () => {
  it('runs a goal on scripted answers, with nobody asked', async () => {
    const { results, stopped } = await evaluated({ cases: [SCRIPTED], repeat: 2 });
    expect(stopped).toBeNull();
    expect(results.runs).toMatchObject([
      { subject: 'one', case: 'scripted', index: 0, status: 'completed', latencyMs: 80 },
      { index: 1 },
    ]);
    expect(results.runs[0]?.checks).toEqual([{ held: true }, { held: true }, { held: true }]);
    expect(Object.keys(results.plans)).toEqual([results.runs[0]?.plan]);
  });

  it('gives equal reports for equal seeds', async () => {
    const given = { cases: [SCRIPTED], repeat: 3 };
    const reports = [await evaluated(given), await evaluated(given)].map(({ results }) =>
      reportOf(suiteOf(given), results),
    );
    expect(reports[0]).toEqual(reports[1]);
    expect(reports[0]).toMatchObject({
      ok: true,
      subjects: [
        { id: 'one', cases: [{ id: 'scripted', n: 3, passed: 3, tokens: 0, microUnits: 0, latencyMs: 80 }] },
      ],
    });
  });

  it('only plans where only plans are looked at', async () => {
    const { ground } = groundWith(() => GOOD);
    const { results } = await evaluated({ subjects: [MODEL], repeat: 1 }, { ground });
    expect(results.runs).toMatchObject([{ calls: 1, status: 'completed', checks: [{ held: true }] }]);
  });

  it('H5 P6 keeps what was asked and answered on the way to a plan, equal prompts once, and reads files that were written before', async () => {
    const replies = ['no plan', GOOD, GOOD];
    const { ground } = groundWith(() => replies.shift() ?? GOOD);
    const { results } = await evaluated({ subjects: [MODEL], repeat: 2 }, { ground });
    const [first, second] = results.runs.map(({ planning = [] }) => planning);
    expect(first).toMatchObject([
      { verdict: 'refused', reply: 'no plan', problems: [{ code: expect.any(String) }] },
      { verdict: 'accepted', reply: GOOD },
    ]);
    expect(second).toMatchObject([{ verdict: 'accepted', prompt: first?.[0]?.prompt }]);
    expect(Object.keys(results.prompts ?? {})).toHaveLength(2);
    expect(results.prompts?.[first?.[0]?.prompt ?? '']).toContain('question');
    expect(readResults(json(results))).toEqual({ ok: true, value: results });
    const { prompts: _prompts, ...before } = results;
    const runs = before.runs.map(({ planning: _planning, ...run }) => run);
    expect(readResults(json({ ...before, runs })).ok).toBe(true);
  });

  it('says why a check cannot be told', async () => {
    const checks = [
      { on: 'outcome', that: 'outputs.missing > 2' },
      { on: 'cost', that: 'usage.tokens' },
    ];
    const { results } = await evaluated({ cases: [{ ...SCRIPTED, checks }], repeat: 1 });
    expect(results.runs[0]?.checks).toEqual([
      { held: false, because: expect.stringContaining('missing') },
      { held: false, because: '"usage.tokens" is neither true nor false.' },
    ]);
  });

  it('puts model, flavour and prompt of a subject in the place of what the plan says', async () => {
    const around = workspace(
      'in question\nplan: PLANNER htn {goal: "{{ question }}"}\nexecute: PLAN_EXECUTOR dynamicPlan\nplan -> execute',
      { prompts: [{ id: 'short', text: 'Be short. {{ goal }}' }] },
    );
    const { ground, requests } = groundWith(() => GOOD);
    const given = {
      subjects: [
        { id: 'own' },
        { id: 'named', model: 'local/m', prompt: 'short' },
        { id: 'words', model: 'local/m', flavour: 'llm', prompt: 'Think of {{ goal }}' },
      ],
      cases: [{ id: 'hello', input: { question: 'Say hello.' }, checks: [COMPLETED] }],
      repeat: 1,
    };
    const { results } = await evaluated(given, { ground, workspace: around });
    expect(requests.map(({ messages }) => JSON.stringify(messages))).toEqual([
      expect.stringContaining('Be short.'),
      expect.stringContaining('Think of'),
    ]);
    expect(results.runs.map(({ fallback }) => fallback)).toEqual([undefined, undefined, undefined]);
  });

  it('P5 a plan that rules made in the place of the model passes nothing', async () => {
    const { ground } = groundWith(() => 'I cannot help with that.');
    const cases = [{ id: 'region', goal: 'Which region has the highest revenue?', checks: [COMPLETED] }];
    const given = { subjects: [{ id: 'rules' }, MODEL], cases, repeat: 1 };
    const { results } = await evaluated(given, { ground, workspace: sample('ask-a-table') });
    expect(results.runs.map(({ checks, fallback }) => [checks[0]?.held, fallback])).toEqual([
      [true, undefined],
      [true, expect.stringContaining('plan was refused')],
    ]);
    expect(reportOf(suiteOf(given), results).subjects.map(({ cases }) => cases[0]?.passed)).toEqual([1, 0]);
  });

  it('tries all subjects with the same chance, and each repeat with another', async () => {
    const seeds: unknown[] = [];
    const ledger = {
      ...memoryLedger(),
      append: async (_: string, [commit]: readonly Commit[]) => {
        if (commit?.fact.type === 'run.started') seeds.push(commit.fact.seed);
      },
    };
    const { ground } = groundWith(() => GOOD);
    const kept: Ground = {
      ...ground,
      hostFor: (workspace, capabilities) => ({ ...ground.hostFor(workspace, capabilities), ledger }),
    };
    await evaluated({ subjects: [{ id: 'a' }, { id: 'b' }], repeat: 2 }, { ground: kept });
    expect(seeds.slice(0, 2)).toEqual(seeds.slice(2));
    expect(new Set(seeds).size).toBe(2);
  });

  it.each<[string, JsonObject, string]>([
    ['an input and no workspace', { cases: [{ id: 'a', input: {}, checks: [COMPLETED] }] }, 'SUITE_NO_PLAN'],
    ['a model that is not there', { subjects: [{ id: 'a', model: 'gpt' }] }, 'MODEL_UNKNOWN'],
  ])('is refused for %s, before anything is run', async (_, rest, code) => {
    const done = await evaluate({ suite: suiteOf(rest), workspace: null, ground: OFFLINE.ground });
    expect(done.ok ? [] : codesOf(done.problem)).toEqual([code]);
  });

  it('a tool that is in the catalogue and not here asks before it is called, so that its run waits without a script', async () => {
    const { ground } = groundWith(() =>
      JSON.stringify({ steps: [{ id: 'a', tool: 'mail.send', input: {} }] }),
    );
    const { script: _, ...unscripted } = SCRIPTED;
    const { results } = await evaluated({ subjects: [MODEL], cases: [unscripted], repeat: 1 }, { ground });
    expect(results.runs).toMatchObject([
      { status: 'waiting', checks: [{ held: true }, { held: false }, {}] },
    ]);
  });
});

describe('H5 an evaluation that was stopped', () => {
  it('goes on where it stopped, and makes no run twice', async () => {
    const given = { subjects: [MODEL], repeat: 4 };
    const { ground, requests } = groundWith(() => GOOD);
    const stop = new AbortController();
    const onRun = ({ runs }: EvalResults) => {
      if (runs.length === 2) stop.abort();
    };
    const first = await evaluated(given, { ground, signal: stop.signal, onRun });
    expect(first.stopped).toMatchObject({
      code: 'EVAL_STOPPED',
      message: 'It was stopped: 2 of 4 runs are done.',
    });
    expect(reportOf(suiteOf(given), first.results).ok).toBe(false);
    const second = await evaluated(given, { ground, before: first.results });
    expect(second.stopped).toBeNull();
    expect(requests).toHaveLength(4);
    const whole = await evaluated(given, { ground });
    const untimed = ({ runs }: EvalResults) => runs.map((run) => ({ ...run, latencyMs: 0 }));
    expect(untimed(second.results)).toEqual(untimed(whole.results));
  });

  it('does not go on from the results of another suite', async () => {
    const { results } = await evaluated({ subjects: [{ id: 'a', flavour: 'rules' }], repeat: 1 });
    const suite = suiteOf({ subjects: [{ id: 'a', flavour: 'htn' }], repeat: 1 });
    const done = await evaluate({ suite, workspace: null, ground: OFFLINE.ground, before: results });
    expect(done.ok ? [] : codesOf(done.problem)).toEqual(['EVAL_OTHER_SUITE']);
  });
});

describe('K10 the budget of a suite', () => {
  const given = { subjects: [MODEL], repeat: 5 };

  it('of calls is not exceeded', async () => {
    const { ground, requests } = groundWith(() => GOOD);
    const { results, stopped } = await evaluated({ ...given, budget: { calls: 3 } }, { ground });
    expect(stopped).toMatchObject({ code: 'OUT_OF_BUDGET', where: { field: '/budget' } });
    expect(results.runs).toHaveLength(3);
    expect(requests).toHaveLength(3);
  });

  it('T10 of tokens is exceeded by one call at most, where the server counts nothing', async () => {
    const { ground, requests } = groundWith(() => GOOD);
    const { results, stopped } = await evaluated({ ...given, budget: { tokens: 10 } }, { ground });
    expect(stopped?.code).toBe('OUT_OF_BUDGET');
    expect(requests).toHaveLength(1);
    expect(results.runs).toMatchObject([{ estimated: true }]);
  });

  it('is raised, and the evaluation goes on: what a run took that was not done is paid for', async () => {
    const { ground, requests } = groundWith((_, { messages }) =>
      messages.length > 2 ? GOOD : 'No plan at all.',
    );
    const first = await evaluated({ ...given, budget: { calls: 1 } }, { ground });
    expect(first.results).toMatchObject({ runs: [], undone: { calls: 1 } });
    const same = await evaluated({ ...given, budget: { calls: 1 } }, { ground, before: first.results });
    expect(same.stopped?.code).toBe('OUT_OF_BUDGET');
    expect(requests).toHaveLength(1);
    const raised = await evaluated({ ...given, budget: { calls: 50 } }, { ground, before: first.results });
    expect(raised.stopped).toBeNull();
    expect(raised.results.runs).toHaveLength(5);
  });
});

describe('H5 a worse prompt', () => {
  const subjects = [
    { id: 'good prompt', model: 'local/m', prompt: 'Greet: {{ goal }}' },
    { id: 'worse prompt', model: 'local/m', prompt: 'Whatever. {{ goal }}' },
  ];
  const cases = ['hello', 'welcome'].map((id) => ({
    id,
    goal: `Say ${id}.`,
    checks: [{ on: 'plan', that: 'plan.nodes[0].input.text == "Hello."' }],
  }));
  const { ground } = groundWith((words) =>
    words.includes('Whatever') && words.includes('hello') ? OTHER : GOOD,
  );

  it('loses where it does, with intervals that do not overlap', async () => {
    const given = { subjects, cases, repeat: 5 };
    const { results } = await evaluated(given, { ground });
    const difference = amongSubjects(reportOf(suiteOf(given), results));
    expect(difference).toMatchObject({
      to: 'good prompt',
      worse: [{ subject: 'worse prompt', case: 'hello', was: { n: 5, passed: 5 }, is: { n: 5, passed: 0 } }],
      better: [],
      unclear: [],
    });
    const [change] = difference?.worse ?? [];
    expect(change?.is.interval[1]).toBeLessThan(change?.was.interval[0] ?? 0);
  });

  it('and so from one file of results to another, whatever the subjects are called', async () => {
    const [before, after] = await Promise.all(
      subjects.map(async (subject) => {
        const given = { subjects: [subject], cases, repeat: 5 };
        return reportOf(suiteOf(given), (await evaluated(given, { ground })).results);
      }),
    );
    if (before === undefined || after === undefined) throw new Error('no reports');
    expect(differenceOf(before, after, 'before.json').worse).toMatchObject([{ case: 'hello' }]);
    expect(differenceOf(after, before, 'after.json').better).toMatchObject([{ case: 'hello' }]);
  });

  it('a difference that may be chance is said to be unclear', async () => {
    const given = { subjects, cases, repeat: 1 };
    const { results } = await evaluated(given, { ground });
    expect(amongSubjects(reportOf(suiteOf(given), results))).toMatchObject({
      worse: [],
      unclear: [{ case: 'hello' }],
    });
  });
});
