import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

const ROW = `
  a: CAPABILITY echo
  t: FILL_TEMPLATE text
  b: CAPABILITY echo
  a -> t -> b
`;

describe('pause, resume and step', () => {
  test('R19 while a run is paused calls in flight finish and are recorded, and no node starts, pure ones included', () => {
    const run = runOf(plan(ROW));
    expect(run.pause()).toEqual(['paused user']);
    expect(run.status).toBe('paused');
    expect(run.done('/a#1', 1)).toEqual(['ok /a#1 1']);
    expect(run.resume()).toEqual(['resumed', 'start /t#1', 'ok /t#1 "text"', 'start /b#1', 'call /b#1 echo']);
  });

  test('R19 facts settle nodes, edges and scopes: a paused run may even complete', () => {
    const run = runOf(
      plan(`
        g: GROUP ASYNC
          a: CAPABILITY echo
          b: CAPABILITY echo
      `),
    );
    run.pause();
    run.done('/g/a#1');
    expect(run.done('/g/b#1', 2)).toEqual(['ok /g/b#1 2', 'ok /g 2', 'completed {}']);
    expect(run.status).toBe('completed');
  });

  test('R19 at resume ready nodes start first, in document order, then overdue timers fire in order, each once', () => {
    const run = runOf(
      plan(`
        one: CAPABILITY echo {timeoutMs: 10, onError: continue}
        two: CAPABILITY echo {timeoutMs: 20, onError: continue}
        first: CAPABILITY echo
        later: CAPABILITY echo
        first -> later
      `),
    );
    run.pause();
    expect(run.fires('/two#1!timeout')).toEqual([]);
    run.fires('/one#1!timeout');
    run.fires('/two#1!timeout');
    run.done('/first#1');
    expect(run.resume()).toEqual([
      'resumed',
      'start /later#1',
      'call /later#1 echo',
      'handled /two#1 TIMEOUT',
      'withdraw /two#1',
      'handled /one#1 TIMEOUT',
      'withdraw /one#1',
    ]);
  });

  test('R19 a result that arrives before the overdue timer fires wins', () => {
    const run = runOf(plan('a: CAPABILITY echo {timeoutMs: 10}'));
    run.pause();
    run.fires('/a#1!timeout');
    expect(run.done('/a#1', 1)).toContain('ok /a#1 1');
    expect(run.status).toBe('completed');
  });

  test('R19 fault S6 a back-off that begins while the run is paused counts from the failure; what it starts waits', () => {
    const run = runOf(plan('a: CAPABILITY echo {retry: {maxAttempts: 2, initialIntervalMs: 10}}'));
    run.pause();
    expect(run.fails('/a#1')).toEqual(['again /a#1 BROKEN 10', 'retry /a#1!retry 10']);
    expect(run.fires('/a#1!retry')).toEqual([]);
    expect(run.resume()).toEqual(['resumed', 'start /a#2', 'call /a#2 echo']);
  });

  test('R19 pausing twice is one pause; resuming what runs is refused', () => {
    const run = runOf(plan(ROW));
    expect(run.resume()).toEqual(['refused NOT_PAUSED']);
    run.pause();
    expect(run.pause()).toEqual([]);
    expect(run.feed({ type: 'run.paused', reason: 'interrupted' })).toEqual(['paused interrupted']);
  });

  test('K5 a run that starts paused sends nothing before it is stepped or resumed', () => {
    const run = runOf(plan(ROW), { paused: true });
    expect(run.lines).toEqual(['started', 'paused step']);
    expect(run.open).toEqual([]);
    expect(run.resume()).toEqual(['resumed', 'start /a#1', 'call /a#1 echo']);
  });

  test('D1 step into starts exactly the first ready node, and the run is paused again', () => {
    const run = runOf(
      plan(`
        g: GROUP SYNC
          t: FILL_TEMPLATE t
          a: CAPABILITY echo
        b: CAPABILITY echo
      `),
      { paused: true },
    );
    expect(run.step('into')).toEqual(['resumed', 'start /g', 'paused step']);
    expect(run.step('into')).toEqual(['resumed', 'start /g/t#1', 'ok /g/t#1 "t"', 'paused step']);
    expect(run.step('into')).toEqual(['resumed', 'start /g/a#1', 'call /g/a#1 echo', 'paused step']);
    expect(run.step('into')).toEqual(['resumed', 'start /b#1', 'call /b#1 echo', 'paused step']);
    expect(run.step('into')).toEqual(['refused NOTHING_READY']);
  });

  test('D1 step over lets all that is inside the node run, also across facts, then the run is paused again', () => {
    const run = runOf(
      plan(`
        g: GROUP SYNC
          a: CAPABILITY echo
          t: FILL_TEMPLATE t
        b: CAPABILITY echo
        g -> b
      `),
      { paused: true },
    );
    expect(run.step('over')).toEqual(['resumed', 'start /g', 'start /g/a#1', 'call /g/a#1 echo']);
    expect(run.done('/g/a#1')).toEqual([
      'ok /g/a#1 null',
      'start /g/t#1',
      'ok /g/t#1 "t"',
      'ok /g "t"',
      'paused step',
    ]);
    expect(run.step('over')).toEqual(['resumed', 'start /b#1', 'call /b#1 echo', 'paused step']);
  });

  test('D1 step over leaves what is ready beside the node alone', () => {
    const run = runOf(
      plan(`
        g: GROUP SYNC
          a: CAPABILITY echo
          t: CAPABILITY echo
        b: CAPABILITY echo
      `),
      { paused: true },
    );
    run.step('over');
    expect(run.done('/g/a#1')).toEqual(['ok /g/a#1 null', 'start /g/t#1', 'call /g/t#1 echo']);
    expect(run.done('/g/t#1')).toEqual(['ok /g/t#1 null', 'ok /g null', 'paused step']);
  });

  test('D1 step out lets the scope around the next node run until it closes', () => {
    const run = runOf(
      plan(`
        g: GROUP SYNC
          a: FILL_TEMPLATE a
          b: FILL_TEMPLATE b
        z: CAPABILITY echo
        g -> z
      `),
      { paused: true },
    );
    run.step('into');
    expect(run.step('out')).toEqual([
      'resumed',
      'start /g/a#1',
      'ok /g/a#1 "a"',
      'start /g/b#1',
      'ok /g/b#1 "b"',
      'ok /g "b"',
      'paused step',
    ]);
  });

  test('D1 where nothing is ready a step fires the first overdue timer', () => {
    const run = runOf(plan('a: CAPABILITY echo {timeoutMs: 10}'));
    run.pause();
    run.fires('/a#1!timeout');
    expect(run.step()).toEqual(['resumed', 'fail /a#1 TIMEOUT', 'withdraw /a#1', 'failed TIMEOUT']);
  });

  test('D1 a run that is not paused cannot be stepped', () => {
    expect(runOf(plan(ROW)).step()).toEqual(['refused NOT_PAUSED']);
  });

  test('R17 a paused run can be cancelled', () => {
    const run = runOf(plan(ROW));
    run.pause();
    expect(run.cancel()).toEqual(['cancel /a#1', 'withdraw /a#1', 'cancelled']);
    expect(run.status).toBe('cancelled');
  });
});
