import { describe, expect, test } from 'vitest';
import {
  costsOf,
  labelOf,
  ledgerRows,
  namesOf,
  outcomeOf,
  project,
  timelineOf,
  variablesAt,
} from '#projection';
import { ledger } from '../notation/ledger';
import { planningPlan, planningRun } from '../notation/planningRun';

const commits = planningRun;
const view = project(commits);

describe('D5 the timeline', () => {
  const { rows, span, elapsed, folds } = timelineOf(view);
  const bars = Object.fromEntries(rows.map((row) => [row.title, row.bars.map((bar) => bar.kind)]));

  test('has a row per node with bars for attempts, back-off, planning and waits', () => {
    expect(bars).toEqual({
      'Load sales': ['failed', 'backoff', 'succeeded'],
      'Plan it': ['planning'],
      'Carry it out': ['waiting'],
      'Say it': ['succeeded'],
    });
    expect(rows.map((row) => row.label)).toEqual(['2 attempts · 150 ms', '10 ms', '2 h 30 min', '40 ms']);
  });

  test('folds the hours in which only a person was waited for, and keeps the order of everything', () => {
    expect(elapsed).toBe(9_000_200);
    expect(folds).toHaveLength(1);
    expect(folds[0]).toMatchObject({ from: 1160, to: 9_001_160 });
    expect(span).toBeLessThan(300);
    const say = rows.find((row) => row.title === 'Say it')?.bars[0];
    expect(say?.start).toBeLessThan(say?.end ?? 0);
    expect(say?.end).toBeCloseTo(span);
  });

  test('a back-off that was cancelled is drawn to its end', () => {
    const cancelled = ledger(
      planningPlan,
      `
      1000 begin {"question": "hi"}
        start /look#1
        call /look#1 table.load
      1010 error /look#1 BUSY
        again /look#1 BUSY
        retry /look#1!retry 100
      1060 pause user
        cancel /look
      `,
    );
    const [row] = timelineOf(project(cancelled)).rows;
    expect(row?.bars).toMatchObject([
      { kind: 'failed', from: 1000, to: 1010 },
      { kind: 'backoff', from: 1010, to: 1060 },
    ]);
  });

  test('what has not ended ends at the last commit: reading has no clock', () => {
    const live = timelineOf(project(commits, 3));
    expect(live.rows[0]?.bars.at(-1)).toMatchObject({ kind: 'running', from: 1110, to: 1110 });
    expect(live.rows[0]?.label).toBe('running');
    expect(timelineOf(project(commits, 0)).rows).toEqual([]);
  });
});

describe('K12 costs', () => {
  test('are counted per node, and what is inside a node is added up to it', () => {
    const { rows, total } = costsOf(view);
    expect(rows.map((row) => [row.address, row.own.calls, row.total.calls, row.total.inputTokens])).toEqual([
      ['/look', 2, 2, 5],
      ['/plan', 1, 1, 0],
      ['/execute', 0, 1, 2],
      ['/execute@1/a', 1, 1, 2],
    ]);
    expect(total).toEqual({ calls: 4, inputTokens: 7, outputTokens: 1, microUnits: 30, currency: 'EUR' });
  });
});

describe('V2 variables at a position', () => {
  test('stand in the order of their declaration, with writer and difference to another position', () => {
    const rows = variablesAt(project(commits, 4), project(commits, 3));
    expect(rows.map((row) => [row.id, row.scope, row.short, row.writtenBy, row.change])).toEqual([
      ['question', 'IN', '"hi"', null, 'none'],
      ['rows', 'INTERNAL', 'table · 1 × 1', '/look', 'new'],
      ['answer', 'OUT', 'not yet', null, 'none'],
    ]);
  });

  test('a value that was written again the same is not changed, a different one says what it was', () => {
    const twice = ledger(
      planningPlan,
      '0 begin {"question": "hi"}\n1 pause\n set /look#1 question "hi"\n2 pause\n set /look#1 question "ho"',
    );
    const at = (position: number) => variablesAt(project(twice, position), project(twice, position - 1))[0];
    expect(at(2)).toMatchObject({ change: 'none', writtenBy: '/look' });
    expect(at(3)).toMatchObject({ change: 'changed', before: '"hi"', short: '"ho"' });
  });

  test('what nobody declared comes last', () => {
    const injected = ledger(planningPlan, '0 begin {}\n set /plan#1 __planner_step_0_prompt "x"');
    expect(variablesAt(project(injected)).at(-1)).toMatchObject({
      id: '__planner_step_0_prompt',
      scope: null,
    });
  });
});

describe('K9 the ledger as rows', () => {
  const names = namesOf(view);

  test('each fact stands before its entries, with a label for people', () => {
    expect(ledgerRows(commits.slice(0, 3), {}, names).map((row) => `${row.key} ${row.label}`)).toEqual([
      '0.0 Run started',
      '0.1 Load sales started',
      '0.2 Load sales calls table.load',
      '1.0 Load sales failed: It said BUSY.',
      '1.1 Load sales failed and will try again in 100 ms: It said BUSY.',
      '1.2 Load sales starts a timer of 100 ms (retry)',
      '2.0 Timer of Load sales fired',
      '2.1 Load sales (attempt 2) started',
      '2.2 Load sales (attempt 2) calls table.load',
    ]);
  });

  test('can be filtered by status, kind, text and place', () => {
    const labels = (filter: Parameters<typeof ledgerRows>[1]) =>
      ledgerRows(commits, filter, names).map((row) => row.label);
    expect(labels({ status: 'retrying' })).toHaveLength(1);
    expect(labels({ kind: 'plan' })).toEqual([
      'Plan it: reply accepted, made by HTN planner',
      'Carry it out opened plan revision 1 of 1 step',
    ]);
    expect(labels({ text: 'SAY IT', kind: 'node.started' })).toEqual(['Say it started']);
    expect(
      ledgerRows(commits, { within: view.nodes.get('/execute' as never)?.address ?? ('' as never) }).length,
    ).toBe(11);
    expect(labels({ text: 'no such thing' })).toEqual([]);
  });

  test('every fact and entry of the notation has a label', () => {
    const all = ledger(
      planningPlan,
      `
      0 begin {}
        start /look#1
        waits /look#1 Well?
        wait /look#1 Well?
        timeout /look#1!timeout 10
        withdraw /look#1!timeout
        ok /look#1 1
        took /look then
        fail /look#1 BAD
        handled /look#1 BAD
        skip /look
        cancel /look#1
        doubt /look#1
        late /look#1 effect.succeeded
        refused /look#1
        set /look#1 rows 1
        paused
        resumed
        failed BAD
        completed
      1 step /plan!1 0 a: CAPABILITY echo
      1 step /plan!1 1 - nonsense
      1 settle /look#1
      1 go
      1 resume
      1 answer /look 1
    `,
    );
    for (const row of ledgerRows(all)) expect(row.label).toMatch(/^[A-Za-z ].*[^.]?$/);
    expect(ledgerRows(all).filter((row) => /undefined|\[object/.test(row.label))).toEqual([]);
  });

  test('a label without names uses ids', () => {
    expect(labelOf(commits[0]?.entries[0] ?? { kind: 'run.uncertain', address: '' as never, data: {} })).toBe(
      'look started',
    );
  });
});

test('P10 the outcome: steps with tool, attempts and observation, success rate, tools, tokens', () => {
  const outcome = outcomeOf(view);
  expect(outcome.steps.map((step) => [step.address, step.tool, step.attempts, step.success])).toEqual([
    ['/look', 'table.load', 2, true],
    ['/plan', null, 1, true],
    ['/execute@1/a', 'echo', 1, true],
  ]);
  expect(outcome).toMatchObject({
    successRate: 1,
    tools: ['table.load', 'echo'],
    tokens: { input: 7, output: 1 },
    planners: ['htn'],
  });
  expect(outcomeOf(project(commits, 1)).successRate).toBeNull();
});
