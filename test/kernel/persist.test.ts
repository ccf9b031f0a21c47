import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json } from '#base';
import { type Fact, persist, restore, step } from '#kernel';
import { body, plan } from '../notation/plan';
import { lineOf, runOf, type TestRun } from '../notation/run';

/** What a fact comes to in a run, and in the same run put through JSON first. */
function bothWays(run: TestRun, fact: Fact) {
  if (!run.state) throw new Error('no run');
  const json: Json = JSON.parse(JSON.stringify(persist(run.state)));
  const linesFrom = (state: TestRun['state']) => step(state, fact).entries.map(lineOf);
  return { live: linesFrom(run.state), restored: linesFrom(restore(json)) };
}

describe('the state as JSON', () => {
  test('K1 a run in the middle of a dynamic plan, of a group with layers and of a retry goes on as before', () => {
    const run = runOf(
      plan(`
        var dynamicPlan   out a
        g: GROUP ASYNC
          w: CAPABILITY echo {output: {a: "result"}}
          x: CAPABILITY echo {retry: {maxAttempts: 2, initialIntervalMs: 5}}
          w -> x
          think: PLANNER rules {execute: inline}
      `),
    );
    run.done('/g/w#1', 4);
    run.fails('/g/x#1');
    run.proposes(
      '/g/think!1',
      body(`a: CAPABILITY echo\nb: CAPABILITY echo {input: '{{ steps["a"] }}'}\na -> b`),
    );
    const { address } = run.command('/g/think@1/a#1');
    const { live, restored } = bothWays(run, { type: 'effect.succeeded', address, result: 7 });
    expect(restored).toEqual(live);
    expect(live).toContain('start /g/think@1/b#1 7');
    const timer = run.command('/g/x#1!retry').address;
    const fired = bothWays(run, { type: 'timer.fired', address: timer });
    expect(fired.restored).toEqual(fired.live);
  });

  test('K1 what a branch has written into its layer is written when its group merges', () => {
    const run = runOf(
      plan(`
        out a
        g: GROUP ASYNC
          w: CAPABILITY echo {output: {a: "result"}}
          x: CAPABILITY echo
          w -> x
      `),
    );
    run.done('/g/w#1', 4);
    const { address } = run.command('/g/x#1');
    const { live, restored } = bothWays(run, { type: 'effect.succeeded', address, result: 7 });
    expect(restored).toEqual(live);
    expect(live).toContain('completed {"a":4}');
  });

  test('K1 a run that waits for approval, paused with things held back, goes on as before', () => {
    const run = runOf(
      plan('var dynamicPlan\nthink: PLANNER rules\ndo: PLAN_EXECUTOR {approve: always}\nthink -> do'),
    );
    run.proposes('/think!1', body('a: CAPABILITY echo'));
    run.pause();
    const { address } = run.command('/do!approve');
    const another = bothWays(run, { type: 'answer.given', address, value: { decision: 'another' } });
    expect(another.restored).toEqual(another.live);
    run.answer('/do', { decision: 'approve' });
    const resumed = bothWays(run, { type: 'run.resumed' });
    expect(resumed.restored).toEqual(resumed.live);
    expect(resumed.live).toContain('call /do@1/a#1 echo');
  });

  test('K1 a state is JSON, and has a version; one of another version is not restored', () => {
    const run = runOf(plan('a: CAPABILITY echo'));
    const json = run.state && persist(run.state);
    if (!json || !isJsonObject(json)) throw new Error('no state');
    expect(JSON.parse(JSON.stringify(json))).toEqual(json);
    expect(json.version).toBe(8);
    expect(() => restore({ ...json, version: 99 })).toThrow('version 99');
  });

  test('C1 a state names no machine: it is restored by compiling the closure again', () => {
    const run = runOf(plan('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b'));
    const text = JSON.stringify(run.state && persist(run.state));
    expect(text).not.toContain('_done');
    expect(text.length).toBeLessThan(3000);
  });
});
