import { describe, expect, test } from 'vitest';
import { body, plan } from '../notation/plan';
import { runOf } from '../notation/run';

const starts = (lines: readonly string[]) => lines.filter((line) => /^(start|waits) /.test(line));

const three = plan(`
  a: CAPABILITY echo {mutex: m}
  b: CAPABILITY echo {mutex: m}
  c: CAPABILITY echo {mutex: m}
`);

describe('mutex', () => {
  test('L2 one holder per run: the others wait, and their attempts begin when they hold it', () => {
    const run = runOf(three);
    expect(run.lines).toEqual([
      'started',
      'start /a#1',
      'call /a#1 echo',
      'waits /b#1 mutex',
      'waits /c#1 mutex',
    ]);
    expect(run.done('/a#1')).toEqual(['ok /a#1 null', 'start /b#1', 'call /b#1 echo']);
    expect(run.done('/b#1')).toEqual(['ok /b#1 null', 'start /c#1', 'call /c#1 echo']);
    expect(run.done('/c#1')).toEqual(['ok /c#1 null', 'completed {}']);
  });

  test('L2 names are apart: who wants another mutex does not wait', () => {
    const run = runOf(plan('a: CAPABILITY echo {mutex: m}\nb: CAPABILITY echo {mutex: n}'));
    expect(starts(run.lines)).toEqual(['start /a#1', 'start /b#1']);
  });

  test('L2 held until its node is settled, retries included', () => {
    const run = runOf(
      plan(
        'a: CAPABILITY echo {mutex: m, retry: {maxAttempts: 2, initialIntervalMs: 5}}\nb: CAPABILITY echo {mutex: m}',
      ),
    );
    expect(run.fails('/a#1')).toEqual(['again /a#1 BROKEN 5', 'retry /a#1!retry 5']);
    expect(run.fires('/a#1!retry')).toEqual(['start /a#2', 'call /a#2 echo']);
    expect(starts(run.done('/a#2'))).toEqual(['start /b#1']);
  });

  test('L2 waiting for it is not part of an attempt: the timeout starts with the call', () => {
    const run = runOf(plan('a: CAPABILITY echo {mutex: m}\nb: CAPABILITY echo {mutex: m, timeoutMs: 10}'));
    expect(run.open).toEqual(['/a#1']);
    run.done('/a#1');
    expect(run.open).toEqual(['/b#1', '/b#1!timeout']);
  });

  test('L2, R20 what it reads is read when it starts, not when it began to wait', () => {
    const run = runOf(
      plan(
        'var v = 1\na: CAPABILITY echo {mutex: m, output: {v: "result"}}\nb: CAPABILITY echo {mutex: m, input: {v: "{{ v }}"}}',
      ),
    );
    expect(run.done('/a#1', 2)).toContain('start /b#1 {"v":2}');
  });

  test('L2 it passes to the oldest waiter before anything else that the same fact made ready', () => {
    const run = runOf(
      plan(`
        a: CAPABILITY echo {mutex: m}
        first: CAPABILITY echo
        z: CAPABILITY echo {mutex: m}
        b: CAPABILITY echo {mutex: m}
        a -> first
        a -> b
      `),
    );
    expect(starts(run.done('/a#1'))).toEqual(['start /z#1', 'start /first#1', 'waits /b#1 mutex']);
  });

  test('L2 a failed holder passes it on when its failure was handled', () => {
    const run = runOf(
      plan('a: CAPABILITY echo {mutex: m, onError: continue}\nb: CAPABILITY echo {mutex: m}'),
    );
    expect(run.fails('/a#1')).toEqual(['handled /a#1 BROKEN', 'start /b#1', 'call /b#1 echo']);
  });

  test('L2 a container holds it until its scope has ended', () => {
    const run = runOf(
      plan(
        'g: GROUP SYNC {mutex: m}\n  x: CAPABILITY echo\n  y: CAPABILITY echo\nb: CAPABILITY echo {mutex: m}',
      ),
    );
    expect(run.lines).toContain('waits /b#1 mutex');
    expect(starts(run.done('/g/x#1'))).toEqual(['start /g/y#1']);
    expect(starts(run.done('/g/y#1'))).toEqual(['start /b#1']);
  });

  test('L2 a container waits for it under its address without attempt (K11)', () => {
    const run = runOf(plan('b: CAPABILITY echo {mutex: m}\ng: GROUP SYNC {mutex: m}\n  x: CAPABILITY echo'));
    expect(run.lines).toContain('waits /g mutex');
    expect(starts(run.done('/b#1'))).toEqual(['start /g', 'start /g/x#1']);
  });

  test('R16 a waiter that is cancelled waits no more; R17 with its scope', () => {
    const run = runOf(
      plan(
        'a: CAPABILITY echo {mutex: m}\nb: CAPABILITY echo {mutex: m, cancelOn: stop}\nc: CAPABILITY echo {mutex: m}',
      ),
    );
    expect(run.signal('stop')).toEqual(['cancel /b#1', 'kept stop']);
    expect(starts(run.done('/a#1'))).toEqual(['start /c#1']);
    const failing = runOf(three);
    expect(failing.fails('/a#1')).toEqual([
      'fail /a#1 BROKEN',
      'cancel /b#1',
      'cancel /c#1',
      'failed BROKEN',
    ]);
  });

  test('R16 a cancelled holder passes it on', () => {
    const run = runOf(plan('a: CAPABILITY echo {mutex: m, cancelOn: stop}\nb: CAPABILITY echo {mutex: m}'));
    expect(run.signal('stop')).toEqual([
      'cancel /a#1',
      'withdraw /a#1',
      'kept stop',
      'start /b#1',
      'call /b#1 echo',
    ]);
  });

  test('R19 while the run is paused it passes, and nobody starts; at resume its holder starts first', () => {
    const run = runOf(
      plan('a: CAPABILITY echo {mutex: m}\nf: CAPABILITY echo\nb: CAPABILITY echo {mutex: m}\na -> f'),
    );
    run.pause();
    expect(run.done('/a#1')).toEqual(['ok /a#1 null']);
    expect(starts(run.resume())).toEqual(['start /b#1', 'start /f#1']);
  });

  test('D1 a step starts the node that was passed the mutex', () => {
    const run = runOf(three);
    run.pause();
    run.done('/a#1');
    expect(run.step('into')).toEqual(['resumed', 'start /b#1', 'call /b#1 echo', 'paused step']);
  });

  test('L2 disabled: pass takes no mutex: nothing is done', () => {
    const run = runOf(plan('a: CAPABILITY echo {mutex: m}\nb: CAPABILITY echo {mutex: m, disabled: pass}'));
    expect(run.lines).toContain('ok /b#1 null');
  });

  test('L2 one holder across scopes, dynamic plans too', () => {
    const run = runOf(
      plan(
        'g: GROUP ASYNC\n  x: CAPABILITY echo {mutex: m}\n  y: CAPABILITY echo {mutex: m}\nb: CAPABILITY echo {mutex: m}',
      ),
    );
    expect(starts(run.lines)).toEqual(['start /g', 'start /g/x#1', 'waits /g/y#1 mutex', 'waits /b#1 mutex']);
    expect(starts(run.done('/g/x#1'))).toEqual(['start /g/y#1']);
  });

  test('L2, R23 a dynamic plan brings no mutex into one that is held: it could wait for ever', () => {
    const run = runOf(plan('p: PLANNER htn {goal: x}\ne: PLAN_EXECUTOR {mutex: m}\np -> e'), {
      closure: { planners: [] },
    });
    expect(run.proposes('/p!1', body('a: CAPABILITY echo {mutex: m}'))).toContain('fail /e PLAN_REFUSED');
  });
});
