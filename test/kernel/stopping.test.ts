import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import { persist, recordOf, replay, restore, type Stop, step } from '#kernel';
import type { CapabilityPlan } from '#plan';
import { plan } from '../notation/plan';
import { type RunSetup, startOf, TestRun } from '../notation/run';

const at = (after: string, only?: true): Stop => ({
  after: after as Address,
  ...(only === undefined ? {} : { only }),
});

function runTo(given: CapabilityPlan, stop: Stop, setup: RunSetup = {}): TestRun {
  const run = new TestRun();
  run.feed({ ...startOf(given, setup), stop });
  return run;
}

/** A run that goes on from another one with all of its record but some places. */
function goingOn(run: TestRun, given: CapabilityPlan, stop: Stop, without: readonly string[] = []): TestRun {
  const record = recordOf(run.commits);
  if (!record.ok) throw new Error(record.problem.message);
  const served = record.value.served.filter(({ address }) => !without.includes(address));
  const fork = new TestRun();
  fork.feed({ ...startOf(given), runId: 'fork', reuse: { ...record.value, served }, stop });
  expect(replay(fork.commits)).toMatchObject({ ok: true });
  return fork;
}

const ROW = plan(`
  a: CAPABILITY echo
  b: CAPABILITY echo
  c: CAPABILITY echo
  a -> b -> c
`);

describe('D1 a run that goes up to a node', () => {
  test('D1 it is paused when that has settled, says why, and goes on when it is resumed', () => {
    const run = runTo(ROW, at('/b'));
    run.done('/a#1');
    expect(run.done('/b#1', 1)).toEqual(['ok /b#1 1', 'paused reached']);
    expect(run.status).toBe('paused');
    expect(run.resume()).toEqual(['resumed', 'start /c#1', 'call /c#1 echo']);
    expect(run.done('/c#1')).toContain('completed {}');
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('D1 where nothing is left to do it completes', () => {
    const run = runTo(ROW, at('/c'));
    run.done('/a#1');
    run.done('/b#1');
    expect(run.done('/c#1', 3)).toEqual(['ok /c#1 3', 'completed {}']);
  });

  test('D1 R19 what is in flight beside it finishes, and nothing else starts', () => {
    const run = runTo(
      plan(`
        both: GROUP ASYNC
          x: CAPABILITY echo
          y: CAPABILITY echo
          z: CAPABILITY echo
        end: CAPABILITY echo
        both -> end
      `),
      at('/both/y'),
    );
    expect(run.done('/both/y#1')).toEqual(['ok /both/y#1 null', 'paused reached']);
    run.done('/both/x#1');
    expect(run.done('/both/z#1')).toEqual(['ok /both/z#1 null', 'ok /both null']);
    expect(run.status).toBe('paused');
    expect(run.resume()).toContain('start /end#1');
  });

  test('D1 a round that is left open is the first that comes; it stops there once', () => {
    const loop = plan(`
      again: LOOP {until: "i == 2", maxIterations: 3, indexVariable: i}
        a: CAPABILITY echo
        b: CAPABILITY echo
        a -> b
    `);
    const run = runTo(loop, at('/again/a'));
    expect(run.done('/again[0]/a#1')).toContain('paused reached');
    run.resume();
    run.done('/again[0]/b#1');
    expect(run.done('/again[1]/a#1')).toContain('start /again[1]/b#1');
    const second = runTo(loop, at('/again[1]/a'));
    expect(second.done('/again[0]/a#1')).not.toContain('paused reached');
    second.done('/again[0]/b#1');
    expect(second.done('/again[1]/a#1')).toContain('paused reached');
  });

  test('D1 what is never come to is passed where it, or what contains it, is skipped', () => {
    const run = runTo(
      plan(`
        gate: IF false
        no: CAPABILITY echo
        yes: GROUP ASYNC
          inner: CAPABILITY echo
        gate.then -> yes
        gate.else -> no
      `),
      at('/yes/inner'),
    );
    expect(run.history).toContain('skip /yes dead');
    expect(run.history.at(-1)).toBe('paused reached');
    expect(run.open).toEqual([]);
  });

  test('D1 another attempt belongs to it; a failure that nothing handles ends the run all the same', () => {
    const run = runTo(
      plan('a: CAPABILITY echo {retry: {maxAttempts: 2, initialIntervalMs: 10}}\nb: CAPABILITY echo\na -> b'),
      at('/a'),
    );
    run.fails('/a#1');
    expect(run.status).not.toBe('paused');
    run.fires('/a#1!retry');
    expect(run.done('/a#2')).toContain('paused reached');
    const failing = runTo(ROW, at('/a'));
    expect(failing.fails('/a#1')).toContain('failed BROKEN');
  });

  test('K1 D1 what it still has to come to is in its state as JSON', () => {
    const run = runTo(ROW, at('/a'));
    if (run.state === null) throw new Error('no state');
    const fact = { type: 'effect.succeeded', address: '/a#1' as Address, result: null } as const;
    expect(step(restore(persist(run.state)), fact).entries).toEqual(step(run.state, fact).entries);
  });
});

describe('K8 D1 a fork that goes up to a node', () => {
  /** The row with all of its calls answered. */
  function whole(): TestRun {
    const run = new TestRun();
    run.feed(startOf(ROW));
    for (const id of ['a', 'b', 'c']) run.done(`/${id}#1`, id);
    return run;
  }

  test('D1 within its record nothing is called: it stands where the step had ended, and the rest is served later', () => {
    const fork = goingOn(whole(), ROW, at('/b'));
    expect(fork.lines.slice(-2)).toEqual(['ok /b#1 "b"', 'paused reached']);
    expect(fork.resume()).toEqual(['resumed', 'start /c#1', 'served /c#1', 'ok /c#1 "c"', 'completed {}']);
  });

  test('D1 only this: one of several is called, and then the run is paused', () => {
    const group = plan(`
      both: GROUP ASYNC {completion: ALL_SETTLED}
        w: CAPABILITY echo
        x: CAPABILITY echo
        y: CAPABILITY echo
      end: CAPABILITY echo
      both -> end
    `);
    const run = new TestRun();
    run.feed(startOf(group));
    run.fails('/both/w#1');
    run.done('/both/x#1');
    run.fails('/both/y#1');
    const fork = goingOn(run, group, at('/both/y', true));
    expect(fork.open).toEqual(['/both/y#1']);
    expect(fork.done('/both/y#1')).toEqual(['ok /both/y#1 null', 'paused reached']);
    expect(fork.resume()).toEqual(['resumed', 'start /both/w#1', 'call /both/w#1 echo']);
  });

  test('D1 only this: of a container all that is in it is called again', () => {
    const group = plan(`
      a: CAPABILITY echo
      g: GROUP SYNC
        x: CAPABILITY echo
        y: CAPABILITY echo
      b: CAPABILITY echo
      a -> g -> b
    `);
    const run = new TestRun();
    run.feed(startOf(group));
    for (const id of ['/a', '/g/x', '/g/y', '/b']) run.done(`${id}#1`);
    const fork = goingOn(run, group, at('/g', true), ['/g/x', '/g/y']);
    expect(fork.open).toEqual(['/g/x#1']);
    fork.done('/g/x#1');
    expect(fork.done('/g/y#1').at(-1)).toBe('paused reached');
  });

  test('D1 only this: what it needs and is not in the record is called first', () => {
    const fork = goingOn(whole(), ROW, at('/b', true), ['/a', '/b']);
    expect(fork.open).toEqual(['/a#1']);
    fork.done('/a#1');
    expect(fork.done('/b#1')).toContain('paused reached');
  });
});
