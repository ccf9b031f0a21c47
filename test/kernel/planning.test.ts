import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#base';
import { body, plan } from '../notation/plan';
import { runOf, tool } from '../notation/run';

const LLM = plan(`
  var dynamicPlan   out raw
  think: PLANNER llm {goal: "Answer.", models: [m1, m2], repairRetries: 1, resultVariable: raw}
`);

const STEPS = body('look: CAPABILITY echo\nsay: CAPABILITY echo\nlook -> say');

describe('a PLANNER', () => {
  test('K2 is one node record; each call of it is one command, counted over its whole life (K11)', () => {
    const run = runOf(LLM);
    expect(run.lines).toEqual(['started', 'start /think#1', 'plan /think!1 llm m1']);
    expect(run.refuses('/think!1')).toEqual(['plan /think!2 llm m1']);
    const plan = canonicalJson(JSON.parse(JSON.stringify(STEPS)));
    expect(run.proposes('/think!2', STEPS, { reply: 'raw text' })).toEqual([
      `set /think dynamicPlan ${plan}`,
      'set /think raw "raw text"',
      `ok /think#1 ${plan}`,
      'completed {"raw":"raw text"}',
    ]);
  });

  test('P5 a refused reply is repaired by the same model with its problems, then the next model is asked, then rules', () => {
    const run = runOf(LLM);
    run.refuses('/think!1', 'It has a cycle.', { reply: 'first' });
    expect(run.command('/think!2')).toMatchObject({
      model: 'm1',
      repair: { reply: 'first', problems: [{ message: 'It has a cycle.' }] },
    });
    run.refuses('/think!2');
    expect(run.command('/think!3')).toMatchObject({ model: 'm2', repair: null, flavour: 'llm' });
    run.refuses('/think!3');
    run.refuses('/think!4');
    expect(run.command('/think!5')).toMatchObject({ model: null, repair: null, flavour: 'rules', use: null });
    expect(run.refuses('/think!5', 'No rule fits.')[0]).toBe('fail /think#1 PLAN_INVALID');
  });

  test('P5 at most (1 + modelRetries) × (1 + repairRetries) calls, then the rule planner', () => {
    const run = runOf(
      plan(
        'var dynamicPlan\nthink: PLANNER llm {models: [a, b, c, d, e], modelRetries: 2, repairRetries: 2}',
      ),
    );
    let calls = 0;
    while (run.status === 'running' && calls < 50) run.refuses(`/think!${++calls}`);
    expect(calls).toBe(3 * 3 + 1);
    expect(run.status).toBe('failed');
  });

  test('P5 a provider that failed in passing is asked once more, when it wants to be; a final code goes to the next', () => {
    const run = runOf(LLM);
    // The server says how long it wants to be left alone: that is a wait with a name (K13).
    expect(run.breaks('/think!1', 'MODEL_RATE_LIMIT', 5000)).toEqual([
      'waits /think#1 server',
      'retry /think#1!retry 5000',
    ]);
    expect(run.fires('/think#1!retry')).toEqual(['plan /think!2 llm m1']);
    expect(run.breaks('/think!2', 'MODEL_RATE_LIMIT')).toEqual(['plan /think!3 llm m2']);
    const other = runOf(LLM);
    expect(other.breaks('/think!1', 'MODEL_UNAUTHORIZED')).toEqual(['plan /think!2 llm m2']);
  });

  test('R19 a retry of a provider that falls due while the run is paused leaves at resume', () => {
    const run = runOf(LLM);
    run.breaks('/think!1', 'MODEL_RATE_LIMIT', 50);
    run.pause();
    run.fires('/think#1!retry');
    expect(run.resume()).toEqual(['resumed', 'plan /think!2 llm m1']);
  });

  test('P5 rules say themselves why they cannot plan, and are not asked again', () => {
    const run = runOf(plan('var dynamicPlan\nthink: PLANNER rules'));
    expect(run.refuses('/think!1', 'I cannot plan this.')).toEqual([
      'fail /think#1 CANNOT_PLAN',
      'failed CANNOT_PLAN',
    ]);
    expect(run.state?.error?.message).toBe('I cannot plan this.');
  });

  test('P2 without a flavour it asks a model where there is one, else rules', () => {
    const text = plan('var dynamicPlan\nthink: PLANNER');
    expect(runOf(text).lines.at(-1)).toBe('plan /think!1 rules');
    const model = { id: 'm', connection: 'c', model: 'x' };
    const closure = { models: [model] };
    expect(runOf(text, { closure }).lines.at(-1)).toBe('plan /think!1 llm m');
  });

  test('P8 its command names the tools that it may use, patterns resolved, and the variables that may be written', () => {
    const capabilities = [tool('table.load'), tool('table.sort'), tool('mail.send')];
    const run = runOf(plan('var dynamicPlan   out answer\nthink: PLANNER rules {tools: ["table.*"]}'), {
      closure: { capabilities },
    });
    expect(run.command('/think!1')).toMatchObject({
      tools: ['table.load', 'table.sort'],
      writable: ['dynamicPlan', 'answer'],
      depth: 0,
      limits: { maxSteps: 50, maxDepth: 3 },
    });
  });

  test('L1 a text that is there already is only read: no model is asked, and nothing is repaired', () => {
    const run = runOf(
      plan(`
        var dynamicPlan   in text
        think: PLANNER llm {planInputVariable: text, models: [m]}
      `),
      { input: { text: '{"steps": []}' } },
    );
    expect(run.command('/think!1')).toMatchObject({ model: null, text: '{"steps": []}' });
    expect(run.refuses('/think!1')[0]).toBe('fail /think#1 PLAN_INVALID');
  });

  test('D4 a streamed step is kept as a fact and changes nothing before the plan is accepted whole', () => {
    const run = runOf(LLM);
    const before = run.state;
    const { address } = run.command('/think!1');
    expect(run.feed({ type: 'plan.step', address, step: 0, node: null, problems: [] })).toEqual([]);
    expect(run.state).toBe(before);
    expect(run.commits.at(-1)?.fact.type).toBe('plan.step');
  });

  test('L2 its timeout bounds all of its calls, and withdraws the one that is out', () => {
    const run = runOf(plan('var dynamicPlan\nthink: PLANNER llm {models: [m], timeoutMs: 100}'));
    expect(run.open).toEqual(['/think!1', '/think#1!timeout']);
    expect(run.fires('/think#1!timeout')).toEqual([
      'fail /think#1 TIMEOUT',
      'withdraw /think!1',
      'failed TIMEOUT',
    ]);
    expect(run.proposes('/think!1', STEPS)).toEqual(['late /think!1 plan.replied']);
  });

  test('a goal that cannot be filled fails the planner before it asks anybody', () => {
    const run = runOf(plan('var dynamicPlan\nthink: PLANNER rules {goal: "{{ 1 / nothing }}"}'));
    expect(run.lines.at(-1)).toBe('failed EXPRESSION_ERROR');
    expect(run.open).toEqual([]);
  });

  test('P13 where policies allow no dynamic plans a planner is an error', () => {
    const closure = { policies: [{ id: 'p', dynamicPlans: 'off' as const }] };
    expect(runOf(LLM, { closure }).lines.slice(1)).toEqual([
      'start /think#1',
      'fail /think#1 DYNAMIC_PLANS_OFF',
      'failed DYNAMIC_PLANS_OFF',
    ]);
  });
});
