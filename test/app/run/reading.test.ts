import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import { project, type RunView } from '#projection';
import { factsOf, firstLine, splitOutputs } from '../../../src/app/run/AnswerSources';
import { moreFor } from '../../../src/app/run/Budget';
import { keyTarget, marksOf } from '../../../src/app/run/Scrubber';
import { culpritOf } from '../../../src/app/run/waysOn';
import { announcementOf } from '../../../src/app/shell/Workspace';
import { ledger } from '../../notation/ledger';
import { planningPlan, planningRun } from '../../notation/planningRun';

const at = (position: number): RunView => project(planningRun, position);

describe('what screen readers are told of a run', () => {
  test.each([
    [1, 'Run running.'],
    [5, 'Carry it out waits for your approval. Run waiting.'],
    [6, 'Carry it out carries out plan revision 1: 1 step. Run running.'],
    [7, 'Run completed.'],
  ])('at position %d: %s', (position, words) => {
    expect(announcementOf(at(position))).toBe(words);
  });

  test('M1 of a machine it is told where it stands, not what its listening looks like', () => {
    const view: RunView = {
      ...at(1),
      status: 'waiting',
      waiting: [
        { address: '/flow/asking[0]' as Address, since: 0, kind: 'signal', name: 'asking', command: null },
        { address: '/mail' as Address, since: 0, kind: 'signal', name: 'Mail', command: null },
      ],
      machines: new Map([
        [
          '/flow' as Address,
          {
            place: '/flow' as Address,
            active: ['/flow/busy[0]', '/flow/asking[0]'] as Address[],
            results: {},
            taken: new Set<string>(),
          },
        ],
      ]),
    };
    expect(announcementOf(view)).toMatch(/^Mail waits for an event\. In busy.*, asking.*\. Run waiting\.$/);
  });

  test('a failure is told with its reason, a pause with its own', () => {
    const failed = project(
      ledger(
        planningPlan,
        '0 begin {}\n  start /look#1\n1 error /look#1 BUSY\n  fail /look#1 BUSY\n  failed BUSY',
      ),
    );
    expect(announcementOf(failed)).toMatch(/^Run failed\. .+/);
    const paused: RunView = { ...at(1), status: 'paused', pausedBecause: 'interrupted' };
    expect(announcementOf(paused)).toBe('Run paused: interrupted.');
  });
});

describe('D3 the slider', () => {
  test('has a mark where something failed, and one where a plan arrived', () => {
    expect(marksOf(planningRun)).toEqual([
      { at: 2, kind: 'failure' },
      { at: 6, kind: 'plan' },
    ]);
  });

  test.each([
    ['PageUp', 30],
    ['PageDown', 10],
    ['Home', 0],
    ['End', 32],
    ['ArrowLeft', undefined],
  ])('%s from 20 of 32 leads to %s', (key, target) => {
    expect(keyTarget(key, 20, 32)).toBe(target);
  });

  test('never leads past its ends', () => {
    expect([keyTarget('PageUp', 30, 32), keyTarget('PageDown', 4, 32)]).toEqual([32, 0]);
  });
});

describe('P10 the answer', () => {
  test.each([
    [{ answer: 'Yes.' }, 'Yes.', []],
    [{ message: 'Published.' }, 'Published.', []],
    [{ answer: { text: 'Yes.', rows: [] } }, 'Yes.', []],
    [{ answer: 'Yes.', total: 3 }, 'Yes.', ['total']],
    [{ one: 'a', other: 'b' }, null, ['one', 'other']],
    [{ rows: [1] }, null, ['rows']],
    [{}, null, []],
  ])('of %j', (outputs, main, rest) => {
    const split = splitOutputs(outputs);
    expect([split.main, split.rest.map(([name]) => name)]).toEqual([main, rest]);
  });

  test('in one line is what it begins with', () => {
    expect(firstLine('\nTop 3: a, b.\n\n| a |\n| - |')).toBe('Top 3: a, b.');
    expect(firstLine('')).toBe('');
  });

  test('A5 says how many steps, how long, and who planned', () => {
    expect(factsOf(at(7))).toBe('3 steps · 2 h 30 min · planned by HTN planner');
  });
});

describe('what made a run fail', () => {
  test('is the innermost step, not the box around it', () => {
    const failed = ledger(
      planningPlan,
      `
      0 begin {}
        start /execute
        open /execute@1 a: CAPABILITY echo
        start /execute@1/a#1
      1 error /execute@1/a#1 BUSY
        fail /execute@1/a#1 BUSY
        fail /execute BUSY
        failed BUSY
      `,
    );
    expect(culpritOf(project(failed))).toBe('/execute@1/a');
    expect(culpritOf(at(7))).toBeNull();
  });
});

describe('K10 as much again as the run was given at first', () => {
  const spent = (view: Partial<RunView>): RunView => ({ ...at(2), ...view });

  test('calls, when the calls are used up', () => {
    const more = moreFor(spent({ calls: 60, budget: { calls: 60, wallTimeMs: 1_000 } }));
    expect(more).toMatchObject({ label: 'Allow 60 more', budget: { calls: 120 } });
  });

  test.each([
    ['tokens', { tokens: 500 }, 'It has taken 510 of its 500 tokens.', 'Allow 500 more', { tokens: 1_010 }],
    [
      'money',
      { microUnits: 400_000 },
      'It has cost 0.45 EUR.',
      'Allow 0.40 EUR more',
      { microUnits: 850_000 },
    ],
    [
      'price',
      {},
      'What its next call costs is not known: its model has no price.',
      'Allow it anyway',
      { unpriced: true },
    ],
    [
      'dynamicSteps',
      { dynamicSteps: 3 },
      'Its plans would have more than 3 steps.',
      'Allow 3 more',
      { dynamicSteps: 6 },
    ],
    ['depth', { depth: 1 }, 'Its next planner lies 1 deep in others.', 'Allow one deeper', { depth: 2 }],
  ] as const)('K10 %s, when that is what is used up', (usedUp, budget, used, label, more) => {
    const usage = { inputTokens: 10, outputTokens: 500, microUnits: 450_000, currency: 'EUR' };
    const begun = at(2).started;
    const started = begun && { ...begun, budget };
    expect(moreFor(spent({ started, usedUp, budget, usage }))).toEqual({ used, label, budget: more });
  });

  test('time, when calls are left', () => {
    const more = moreFor(spent({ calls: 3, budget: { calls: 60, wallTimeMs: 600_000 } }));
    expect(more).toMatchObject({
      used: 'It has run for 10 min 0 s.',
      budget: { wallTimeMs: 1_200_000 },
    });
  });
});
