import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

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
