import { describe, expect, test } from 'vitest';
import { BEHAVIOUR_FLAGS, persist, replay, restore } from '#kernel';
import type { ModelSpec } from '#plan';
import { body, plan } from '../notation/plan';
import { type RunSetup, runOf, type TestRun, tool } from '../notation/run';

const THREE = `
  a: CAPABILITY echo
  b: CAPABILITY echo
  c: CAPABILITY echo
`;

describe('budgets', () => {
  test('K10 a budget of calls that is used up pauses the run before the next call leaves', () => {
    const run = runOf(plan(THREE), { budget: { calls: 2 } });
    expect(run.open).toEqual(['/a#1', '/b#1']);
    expect(run.lines.at(-1)).toBe('paused budget');
    expect(run.status).toBe('paused');
    expect(run.done('/a#1')).toEqual(['ok /a#1 null']);
  });

  test('K10 raising it resumes; a raise that is not enough pauses again', () => {
    const run = runOf(plan(THREE), { budget: { calls: 1 } });
    expect(run.feed({ type: 'budget.raised', budget: { calls: 2 } })).toEqual([
      'resumed',
      'start /b#1',
      'call /b#1 echo',
      'paused budget',
    ]);
    expect(run.feed({ type: 'budget.raised', budget: { calls: 9 } })).toEqual([
      'resumed',
      'start /c#1',
      'call /c#1 echo',
    ]);
  });

  test('K10 a run that a person paused is not resumed by a higher budget', () => {
    const run = runOf(plan(THREE), { budget: { calls: 1 } });
    run.pause();
    expect(run.feed({ type: 'budget.raised', budget: { calls: 3 } })).toEqual([]);
    expect(run.status).toBe('paused');
    expect(run.resume()).toContain('call /c#1 echo');
  });

  test('K10 retries are calls like any other', () => {
    const run = runOf(plan('a: CAPABILITY echo {retry: {maxAttempts: 3, initialIntervalMs: 1}}'), {
      budget: { calls: 1 },
    });
    run.fails('/a#1');
    expect(run.fires('/a#1!retry')).toEqual(['paused budget']);
    expect(run.feed({ type: 'budget.raised', budget: { calls: 2 } })).toEqual([
      'resumed',
      'start /a#2',
      'call /a#2 echo',
    ]);
  });

  test('K10 nodes without a call need no budget', () => {
    const run = runOf(plan('t: FILL_TEMPLATE t\ni: IF true\nt -> i'), { budget: { calls: 0 } });
    expect(run.status).toBe('completed');
  });

  test('K10 a step over a used-up budget pauses with that reason and calls nothing', () => {
    const run = runOf(plan(THREE), { budget: { calls: 0 }, paused: true });
    expect(run.step()).toEqual(['paused budget']);
    expect(run.open).toEqual([]);
  });

  test('K2 K10 each call of a planner is one of the budget', () => {
    const text =
      'var dynamicPlan\nplan: PLANNER llm {models: [m], repairRetries: 1, planVariable: dynamicPlan}';
    const run = runOf(plan(text), { budget: { calls: 1 } });
    expect(run.open).toEqual(['/plan!1']);
    expect(run.refuses('/plan!1')).toEqual(['paused budget']);
    expect(run.feed({ type: 'budget.raised', budget: { calls: 2 } })).toEqual([
      'resumed',
      'plan /plan!2 llm m',
    ]);
  });
});

const MODEL: ModelSpec = { id: 'm', connection: 'server', model: 'scripted', maxOutputTokens: 100 };
const PRICE = { input: 2_000_000, output: 10_000_000, currency: 'EUR', date: '2026-11-01' };
const CLOSURE = {
  capabilities: [{ ...tool('ask', 'read'), tags: ['model'] }, tool('echo', 'pure')],
  models: [MODEL],
};
const ASKING =
  'a: CAPABILITY ask {input: {prompt: hi}}\nb: CAPABILITY ask {input: {prompt: hi}}\ne: CAPABILITY echo';

/** A run that may take so much. */
function bounded(budget: RunSetup['budget'], text = ASKING, models: readonly ModelSpec[] = [MODEL]) {
  return runOf(plan(text), { budget: budget ?? {}, closure: { ...CLOSURE, models } });
}

const took = (outputTokens: number) => ({ usage: { inputTokens: 10, outputTokens } });

describe('K10 tokens and money are reserved before each call', () => {
  test('K10 calls that fit together leave together', () => {
    // Each may take its 15 bytes, what wraps them, and 100 tokens of answer: 179.
    expect(bounded({ tokens: 400 }).open).toEqual(['/a#1', '/b#1', '/e#1']);
  });

  test('K10 one that may not fit beside those in flight waits for them, and others go before it', () => {
    const run = bounded({ tokens: 300 });
    expect(run.open).toEqual(['/a#1', '/e#1']);
    expect(run.done('/a#1', 'x', took(20))).toContain('call /b#1 ask');
    expect(run.status).toBe('running');
  });

  test('K10 alone it leaves as long as something is left: the limit is exceeded by one call at most', () => {
    const run = bounded(
      { tokens: 30 },
      'a: CAPABILITY ask {input: {prompt: hi}}\nb: CAPABILITY ask {input: {prompt: hi}}\na -> b',
    );
    expect(run.open).toEqual(['/a#1']);
    expect(run.done('/a#1', 'x', took(90)).at(-1)).toBe('paused budget');
    expect(run.commits.at(-1)?.entries.at(-1)?.data).toEqual({ reason: 'budget', of: 'tokens' });
    expect(run.feed({ type: 'budget.raised', budget: { tokens: 200 } })).toContain('call /b#1 ask');
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('K10 a call of which nobody knows the bound goes alone', () => {
    const { maxOutputTokens: _most, ...endless } = MODEL;
    const run = bounded({ tokens: 100_000 }, ASKING, [endless]);
    expect(run.open).toEqual(['/a#1', '/e#1']);
    expect(run.done('/a#1', 'x', took(5))).toContain('call /b#1 ask');
  });

  test('K10 money is counted in micro-units, by the price of the model', () => {
    const run = bounded({ microUnits: 2_000 }, ASKING, [{ ...MODEL, price: PRICE }]);
    expect(run.open).toEqual(['/a#1', '/e#1']);
    run.done('/a#1', 'x', { usage: { microUnits: 2_500 } });
    expect(run.commits.at(-1)?.entries.at(-1)?.data).toEqual({ reason: 'budget', of: 'money' });
  });

  test('K10 case E9 a price that is not known asks; allowed, it goes on', () => {
    const run = bounded({ microUnits: 1_000_000 });
    expect(run.open).toEqual([]);
    expect(run.commits.at(-1)?.entries.at(-1)?.data).toEqual({ reason: 'budget', of: 'price' });
    run.feed({ type: 'budget.raised', budget: { unpriced: true } });
    expect(run.open).toEqual(['/a#1', '/b#1', '/e#1']);
  });

  test('K10 a model of one’s own costs nothing', () => {
    const free = { ...PRICE, input: 0, output: 0 };
    expect(bounded({ microUnits: 0 }, ASKING, [{ ...MODEL, price: free }]).open).toHaveLength(3);
  });

  test('K10 calls of planners are metered like others; rules are not', () => {
    const text =
      'var dynamicPlan\np: PLANNER llm {models: [m]}\nq: PLANNER llm {models: [m]}\nr: PLANNER rules {goal: x}';
    expect(bounded({ tokens: 5_000 }, text).open).toEqual(['/p!1', '/r!1']);
  });

  test('K10 R17 what a late answer took is counted too', () => {
    const run = bounded(
      { tokens: 1_000 },
      `
      g: GROUP ASYNC {completion: FIRST_SUCCESS}
        a: CAPABILITY ask {input: {prompt: hi}}
        e: CAPABILITY echo
      b: CAPABILITY ask {input: {prompt: hi}}
      g -> b
    `,
    );
    run.done('/g/e#1', 1);
    expect(run.done('/g/a#1', 'x', took(400))).toEqual(['late /g/a#1 effect.succeeded']);
    expect(run.state?.spent.tokens).toBe(410);
  });

  /** Whatever withdraws `a`, `b` has no room beside what that may yet have taken. */
  const WITHDRAWING = {
    'the first success': {
      text: 'g: GROUP ASYNC {completion: FIRST_SUCCESS}\n  a: CAPABILITY ask {input: {prompt: hi}}\n  e: CAPABILITY echo\nb: CAPABILITY ask {input: {prompt: hi}}\ng -> b',
      call: '/g/a#1',
      happens: (run: TestRun) => run.done('/g/e#1'),
    },
    'a CANCEL': {
      text: 'g: GROUP ASYNC\n  a: CAPABILITY ask {input: {prompt: hi}}\n  e: CAPABILITY echo\n  k: CANCEL {nodes: [a]}\n  e -> k\nb: CAPABILITY ask {input: {prompt: hi}}\ng -> b',
      call: '/g/a#1',
      happens: (run: TestRun) => run.done('/g/e#1'),
    },
    'a time-out': {
      text: 'a: CAPABILITY ask {input: {prompt: hi}, timeoutMs: 50, onError: continue}\nb: CAPABILITY ask {input: {prompt: hi}}\na -> b',
      call: '/a#1',
      happens: (run: TestRun) => run.fires('/a#1!timeout'),
    },
  } as const;

  test.each(Object.entries(WITHDRAWING))(
    'K10 R17 a call that %s withdrew stays reserved until it has come back',
    (_title, { text, call, happens }) => {
      const run = bounded({ tokens: 200 }, text);
      happens(run);
      expect(run.open, 'it may have taken 179 of the 200').toEqual([]);
      expect(run.status, 'it waits, and is not paused').toBe('running');
      expect(run.fails(call, 'ABORTED')).toContain('call /b#1 ask');
      expect(replay(run.commits)).toMatchObject({ ok: true });
    },
  );

  test('K10 R17 what a withdrawn call took is counted instead of what it might have taken', () => {
    const { text, call, happens } = WITHDRAWING['the first success'];
    const run = bounded({ tokens: 200 }, text);
    happens(run);
    expect(run.done(call, 'x', took(195)).at(-1)).toBe('paused budget');
  });

  test('K5 K10 a ledger of before reserves nothing for what was withdrawn', () => {
    const { text, happens } = WITHDRAWING['the first success'];
    const flags = BEHAVIOUR_FLAGS.filter((flag) => flag !== 23);
    const run = runOf(plan(text), {
      budget: { tokens: 200 },
      flags,
      closure: { ...CLOSURE, models: [MODEL] },
    });
    expect(happens(run)).toContain('call /b#1 ask');
  });

  test('K1 K10 what is reserved for withdrawn calls is in the state as JSON', () => {
    const { text, call, happens } = WITHDRAWING['the first success'];
    const run = bounded({ tokens: 200 }, text);
    happens(run);
    if (run.state !== null) run.state = restore(persist(run.state));
    expect(run.open).toEqual([]);
    expect(run.fails(call, 'ABORTED')).toContain('call /b#1 ask');
  });

  test('case E4 a service that counts backwards earns nothing', () => {
    const run = bounded({ tokens: 1_000 });
    run.done('/a#1', 'x', { usage: { inputTokens: -500, outputTokens: -1 } });
    expect(run.state?.spent.tokens).toBe(0);
  });
});

describe('K10 steps and depth of plans', () => {
  test('K10 a plan with more steps than are left waits until that is raised', () => {
    const run = runOf(plan('var dynamicPlan\np: PLANNER rules {execute: inline, goal: x}'), {
      budget: { dynamicSteps: 1 },
    });
    run.proposes('/p!1', body('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b'));
    expect(run.commits.at(-1)?.entries.at(-1)?.data).toEqual({ reason: 'budget', of: 'dynamicSteps' });
    expect(run.feed({ type: 'budget.raised', budget: { dynamicSteps: 2 } })).toContain('call /p@1/a#1 echo');
  });

  test('K10 a planner that lies deeper than it may waits likewise', () => {
    const run = runOf(plan('var dynamicPlan\np: PLANNER rules {execute: inline, goal: x}'), {
      budget: { depth: 1 },
    });
    run.proposes('/p!1', body('q: PLANNER rules {goal: x}'));
    expect(run.commits.at(-1)?.entries.at(-1)?.data).toEqual({ reason: 'budget', of: 'depth' });
    expect(run.feed({ type: 'budget.raised', budget: { depth: 2 } })).toContain('plan /p@1/q!1 rules');
  });
});
