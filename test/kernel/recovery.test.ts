import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import { fold, openCommands } from '#kernel';
import { plan } from '../notation/plan';
import { runOf, type TestRun } from '../notation/run';

const WRITES = `
  pay: CAPABILITY echo {timeoutMs: 100}
  other: CAPABILITY echo
  next: CAPABILITY echo
  other -> next
`;

function doubt(run: TestRun, address: string) {
  return run.feed({ type: 'effect.uncertain', address: address as Address });
}

function settle(
  run: TestRun,
  address: string,
  as: { kind: 'repeat' } | { kind: 'fail' } | { kind: 'done'; result: 7 },
) {
  return run.feed({ type: 'effect.settled', address: address as Address, as });
}

describe('after a crash', () => {
  test('K6 the state after the last commit says which commands nobody has answered', () => {
    const run = runOf(plan(WRITES));
    run.done('/other#1');
    const folded = fold(run.commits);
    if (!folded.ok) throw new Error(folded.problem.message);
    expect(openCommands(folded.value).map(({ address }) => address)).toEqual([
      '/pay#1',
      '/pay#1!timeout',
      '/next#1',
    ]);
  });

  test('K6 an effect of unknown outcome stops the run: nothing starts before a person has said', () => {
    const run = runOf(plan(WRITES));
    expect(doubt(run, '/pay#1')).toEqual(['doubt /pay#1', 'uncertain']);
    expect(run.status).toBe('uncertain');
    expect(run.open).toEqual(['/pay#1!timeout', '/other#1']);
    expect(run.done('/other#1')).toEqual(['ok /other#1 null']);
    expect(settle(run, '/pay#1', { kind: 'done', result: 7 })).toEqual([
      'ok /pay#1 7',
      'withdraw /pay#1!timeout',
      'start /next#1',
      'call /next#1 echo',
    ]);
    expect(run.status).toBe('running');
  });

  test('K6 repeat sends the same command again, under the same address and so the same idempotency key', () => {
    const run = runOf(plan(WRITES));
    const before = run.command('/pay#1');
    doubt(run, '/pay#1');
    expect(settle(run, '/pay#1', { kind: 'repeat' })).toEqual(['start /pay#1', 'call /pay#1 echo']);
    expect(run.command('/pay#1')).toEqual(before);
    expect(run.done('/pay#1', 1)[0]).toBe('ok /pay#1 1');
  });

  test('K6 fail fails the node at once, whatever its retry', () => {
    const run = runOf(plan('a: CAPABILITY echo {retry: {maxAttempts: 5}}'));
    doubt(run, '/a#1');
    expect(settle(run, '/a#1', { kind: 'fail' })).toEqual([
      'fail /a#1 UNCERTAIN_FAILED',
      'failed UNCERTAIN_FAILED',
    ]);
  });

  test('K6 an uncertain effect asks again after every crash, and its late answer settles it', () => {
    const run = runOf(plan('a: CAPABILITY echo'));
    doubt(run, '/a#1');
    expect(doubt(run, '/a#1')).toEqual(['late /a#1 effect.uncertain']);
    expect(run.done('/a#1', 1)).toEqual(['ok /a#1 1', 'completed {}']);
  });

  test('K6 only a command that is out can be uncertain; only what is uncertain can be settled', () => {
    const run = runOf(plan(`${WRITES}\n  ask: HUMAN_INPUT`));
    for (const address of ['/pay#1!timeout', '/ask#1', '/next#1', '/nobody#1']) {
      expect(doubt(run, address), address).toEqual([`late ${address} effect.uncertain`]);
    }
    expect(settle(run, '/pay#1', { kind: 'repeat' })).toEqual(['refused /pay#1 NOT_UNCERTAIN']);
  });

  test('K6 a planner call of unknown outcome can be repeated or failed, not invented', () => {
    const run = runOf(plan('var dynamicPlan\nplan: PLANNER llm {models: [m]}'));
    doubt(run, '/plan!1');
    expect(settle(run, '/plan!1', { kind: 'done', result: 7 })).toEqual([
      'fail /plan#1 UNCERTAIN_FAILED',
      'failed UNCERTAIN_FAILED',
    ]);
  });

  test('R17 cancelling a run with an uncertain effect withdraws it too', () => {
    const run = runOf(plan(WRITES));
    doubt(run, '/pay#1');
    expect(run.cancel()).toEqual([
      'cancel /pay#1',
      'withdraw /pay#1',
      'withdraw /pay#1!timeout',
      'cancel /other#1',
      'withdraw /other#1',
      'cancelled',
    ]);
  });
});
