import { describe, expect, test } from 'vitest';
import { step } from '#kernel';
import { plan } from '../notation/plan';
import { lineOf, runOf } from '../notation/run';

describe('failures', () => {
  test('R8 a failure fails its scope: active nodes are cancelled, the container and the run fail with that error', () => {
    const run = runOf(
      plan(`
        a: CAPABILITY echo
        g: GROUP SYNC
          b: CAPABILITY echo
      `),
    );
    expect(run.fails('/g/b#1', 'BAD')).toEqual([
      'fail /g/b#1 BAD',
      'fail /g BAD',
      'cancel /a#1',
      'withdraw /a#1',
      'failed BAD',
    ]);
    expect(run.status).toBe('failed');
    expect(run.open).toEqual([]);
  });

  test('L2 continue takes out and writes nothing; route takes error; a route without an edge fails', () => {
    const text = (onError: string, edges: string) => `
      out answer
      a: CAPABILITY echo {onError: ${onError}, output: {answer: "result"}}
      b: CAPABILITY echo
      c: CAPABILITY echo
      ${edges}
    `;
    const both = 'a -> b\n      a.error -> c';
    expect(runOf(plan(text('continue', both))).fails('/a#1')).toEqual([
      'handled /a#1 BROKEN',
      'skip /c dead',
      'start /b#1',
      'call /b#1 echo',
    ]);
    expect(runOf(plan(text('route', both))).fails('/a#1')).toEqual([
      'handled /a#1 BROKEN',
      'skip /b dead',
      'start /c#1',
      'call /c#1 echo',
    ]);
    expect(runOf(plan(text('route', 'a -> b -> c'))).fails('/a#1')).toEqual([
      'fail /a#1 BROKEN',
      'failed BROKEN',
    ]);
  });

  test('L2 retry waits longer each time, resolves input anew, and fails when attempts are used up', () => {
    const run = runOf(
      plan(`
        var a = 1
        look: CAPABILITY echo {input: "{{ a }}", retry: {maxAttempts: 3, initialIntervalMs: 200, backoffCoefficient: 3}}
        set: CAPABILITY echo {output: {a: "result"}}
      `),
    );
    expect(run.fails('/look#1')).toEqual(['again /look#1 BROKEN 200', 'retry /look#1!retry 200']);
    run.done('/set#1', 2);
    expect(run.fires('/look#1!retry')).toEqual(['start /look#2 2', 'call /look#2 echo']);
    expect(run.fails('/look#2')).toEqual(['again /look#2 BROKEN 600', 'retry /look#2!retry 600']);
    run.fires('/look#2!retry');
    expect(run.fails('/look#3')).toEqual(['fail /look#3 BROKEN', 'failed BROKEN']);
  });

  test('L2 the wait is 1000 ms by default and doubles, maxIntervalMs caps it, the server may ask for more', () => {
    const waitAfter = (retry: string, retryAfterMs?: number) =>
      runOf(plan(`a: CAPABILITY echo {retry: ${retry}}`)).fails('/a#1', 'BROKEN', retryAfterMs)[0];
    expect(waitAfter('{maxAttempts: 2}')).toBe('again /a#1 BROKEN 1000');
    expect(waitAfter('{maxAttempts: 2, maxIntervalMs: 30}')).toBe('again /a#1 BROKEN 30');
    expect(waitAfter('{maxAttempts: 2, initialIntervalMs: 10}', 5000)).toBe('again /a#1 BROKEN 5000');
    expect(waitAfter('{maxAttempts: 2, initialIntervalMs: 10}', 5)).toBe('again /a#1 BROKEN 10');
  });

  test('L2 jitter is drawn from the seed of the run: equal seeds wait equally', () => {
    const text = plan('a: CAPABILITY echo {retry: {maxAttempts: 2, jitter: 0.5}}');
    const wait = (seed: number) => Number(runOf(text, { seed }).fails('/a#1')[0]?.split(' ').at(-1));
    expect(wait(1)).toBe(wait(1));
    expect(new Set([1, 2, 3, 4, 5].map(wait)).size).toBeGreaterThan(1);
    for (const seed of [1, 2, 3, 4, 5]) {
      expect(wait(seed)).toBeGreaterThanOrEqual(500);
      expect(wait(seed)).toBeLessThanOrEqual(1500);
    }
  });

  test('L2 expressions and codes in nonRetryable fail at once', () => {
    const text = 'a: CAPABILITY echo {retry: {maxAttempts: 3, nonRetryable: [FATAL]}}';
    expect(runOf(plan(text)).fails('/a#1', 'FATAL')).toEqual(['fail /a#1 FATAL', 'failed FATAL']);
    const bad = plan('a: CAPABILITY echo {input: "{{ 1 / nothing }}", retry: {maxAttempts: 3}}');
    expect(runOf(bad).lines).toEqual([
      'started',
      'start /a#1',
      'fail /a#1 EXPRESSION_ERROR',
      'failed EXPRESSION_ERROR',
    ]);
    const output = plan('out b\na: CAPABILITY echo {output: {b: "result.x.y"}, retry: {maxAttempts: 3}}');
    expect(runOf(output).done('/a#1', 1)).toEqual(['fail /a#1 EXPRESSION_ERROR', 'failed EXPRESSION_ERROR']);
  });

  test("L2 a leaf's call leaves before its timer; TIMEOUT withdraws the call and may be tried again", () => {
    const run = runOf(
      plan('a: CAPABILITY echo {timeoutMs: 50, retry: {maxAttempts: 2, initialIntervalMs: 5}}'),
    );
    expect(run.lines.slice(-2)).toEqual(['call /a#1 echo', 'timeout /a#1!timeout 50']);
    expect(run.fires('/a#1!timeout')).toEqual([
      'again /a#1 TIMEOUT 5',
      'withdraw /a#1',
      'retry /a#1!retry 5',
    ]);
    expect(run.done('/a#1')).toEqual(['late /a#1 effect.succeeded']);
    run.fires('/a#1!retry');
    expect(run.done('/a#2', 1)).toEqual(['ok /a#2 1', 'withdraw /a#2!timeout', 'completed {}']);
  });

  test("L2 a container's timer starts before its contents; its scopes are cancelled and it fails with TIMEOUT", () => {
    const run = runOf(
      plan(`
        g: GROUP ASYNC {timeoutMs: 90, onError: route}
          a: CAPABILITY echo
          b: CAPABILITY echo
        z: CAPABILITY echo
        g.error -> z
      `),
    );
    expect(run.lines.slice(1, 4)).toEqual(['start /g', 'timeout /g!timeout 90', 'start /g/a#1']);
    expect(run.fires('/g!timeout')).toEqual([
      'cancel /g/a#1',
      'withdraw /g/a#1',
      'cancel /g/b#1',
      'withdraw /g/b#1',
      'handled /g TIMEOUT',
      'start /z#1',
      'call /z#1 echo',
    ]);
  });

  test("K11 a container that is tried again writes its attempt after its segment; a failed attempt's writes are dropped (R12)", () => {
    const run = runOf(
      plan(`
        var a = 0
        g: GROUP SYNC {retry: {maxAttempts: 2, initialIntervalMs: 10}}
          w: CAPABILITY echo {input: "{{ a }}", output: {a: "result"}}
          f: CAPABILITY echo
      `),
    );
    expect(run.done('/g/w#1', 5)).toContain('layer /g/w#1 a 5');
    expect(run.fails('/g/f#1')).toEqual(['fail /g/f#1 BROKEN', 'again /g BROKEN 10', 'retry /g!retry 10']);
    expect(run.fires('/g!retry')).toEqual(['start /g#2', 'start /g#2/w#1 0', 'call /g#2/w#1 echo']);
    run.done('/g#2/w#1', 6);
    expect(run.done('/g#2/f#1', 'end')).toEqual([
      'ok /g#2/f#1 "end"',
      'set /g#2 a 6',
      'ok /g#2 "end"',
      'completed {}',
    ]);
  });

  test("L2 disabled: skip kills a node's edges, pass takes out and applies output to its input", () => {
    const run = runOf(
      plan(`
        out answer
        a: CAPABILITY echo {disabled: pass, input: 7, output: {answer: "result"}}
        b: CAPABILITY echo {disabled: skip}
        c: FILL_TEMPLATE after
        d: FILL_TEMPLATE never
        a -> b -> d
        a -> c
      `),
    );
    expect(run.lines).toEqual([
      'started',
      'start /a#1 7',
      'ok /a#1 7',
      'set /a#1 answer 7',
      'skip /b disabled',
      'skip /d dead',
      'start /c#1',
      'ok /c#1 "after"',
      'completed {"answer":7}',
    ]);
  });

  test('L2 a disabled child of a SYNC GROUP is left out, and the next follows its predecessor', () => {
    const run = runOf(
      plan(`
        g: GROUP SYNC
          a: FILL_TEMPLATE a
          b: CAPABILITY echo {disabled: skip}
          c: FILL_TEMPLATE c
      `),
    );
    expect(run.lines.slice(2, 7)).toEqual([
      'skip /g/b disabled',
      'start /g/a#1',
      'ok /g/a#1 "a"',
      'start /g/c#1',
      'ok /g/c#1 "c"',
    ]);
  });

  test('V4 a result that is no JSON fails the attempt and names the path', () => {
    const run = runOf(plan('a: CAPABILITY echo'));
    const bad: { [key: string]: number } = { fine: 1, wrong: Number.NaN };
    const { address } = run.command('/a#1');
    const { state, entries } = step(run.state, {
      type: 'effect.succeeded',
      address,
      result: { list: [bad] },
    });
    expect(entries.map(lineOf)).toEqual(['fail /a#1 RESULT_INVALID', 'failed RESULT_INVALID']);
    expect(state.error?.message).toContain('/list/0/wrong');
  });
});
