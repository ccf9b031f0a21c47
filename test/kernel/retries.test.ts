import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

describe('RETRY', () => {
  test('R12 its body runs again after a wait; what a failed attempt wrote is dropped (R20)', () => {
    const run = runOf(
      plan(`
        var v = 0   out seen
        again: RETRY {maxAttempts: 3, initialIntervalMs: 100}
          w: CAPABILITY echo {output: {v: "result"}}
          r: CAPABILITY echo {input: "{{ v }}"}
          w -> r
        z: CAPABILITY echo {input: "{{ v }}"}
        again -> z
      `),
    );
    expect(run.lines).toEqual(['started', 'start /again', 'start /again[0]/w#1', 'call /again[0]/w#1 echo']);
    expect(run.done('/again[0]/w#1', 1)).toContain('start /again[0]/r#1 1');
    expect(run.fails('/again[0]/r#1')).toEqual([
      'fail /again[0]/r#1 BROKEN',
      'again /again BROKEN 100',
      'retry /again[0]!retry 100',
    ]);
    expect(run.fires('/again[0]!retry')).toEqual(['start /again[1]/w#1', 'call /again[1]/w#1 echo']);
    run.fails('/again[1]/w#1');
    expect(run.lines).toContain('retry /again[1]!retry 200');
    run.fires('/again[1]!retry');
    run.done('/again[2]/w#1', 3);
    expect(run.done('/again[2]/r#1', 'value')).toEqual([
      'ok /again[2]/r#1 "value"',
      'set /again v 3',
      'ok /again "value"',
      'start /z#1 3',
      'call /z#1 echo',
    ]);
  });

  test('L2 maxAttempts counts the first; then it fails with the last error', () => {
    const run = runOf(plan('again: RETRY {maxAttempts: 2}\n  a: CAPABILITY echo'));
    run.fails('/again[0]/a#1', 'FIRST');
    run.fires('/again[0]!retry');
    expect(run.fails('/again[1]/a#1', 'SECOND')).toEqual([
      'fail /again[1]/a#1 SECOND',
      'fail /again SECOND',
      'failed SECOND',
    ]);
  });

  test('L2 EXPRESSION_ERROR, also out of a body, and codes in nonRetryable fail at once', () => {
    const named = runOf(plan('again: RETRY {maxAttempts: 3, nonRetryable: [NO]}\n  a: CAPABILITY echo'));
    expect(named.fails('/again[0]/a#1', 'NO')).toContain('failed NO');
    const broken = runOf(
      plan('var v\nagain: RETRY {maxAttempts: 3}\n  a: CAPABILITY echo {input: "{{ v.x.y }}"}'),
    );
    expect(broken.lines).toContain('failed EXPRESSION_ERROR');
  });

  test('L2 timeoutMs bounds all its attempts and waits', () => {
    const run = runOf(plan('again: RETRY {maxAttempts: 9, timeoutMs: 50}\n  a: CAPABILITY echo'));
    expect(run.lines).toContain('timeout /again!timeout 50');
    run.fails('/again[0]/a#1');
    expect(run.fires('/again!timeout')).toEqual([
      'fail /again TIMEOUT',
      'withdraw /again[0]!retry',
      'failed TIMEOUT',
    ]);
  });

  test('R15 END with ends: scope in it ends the attempt, which has succeeded', () => {
    const run = runOf(
      plan('again: RETRY {maxAttempts: 2}\n  slow: CAPABILITY echo\n  stop: END {result: "done"}'),
    );
    expect(run.lines).toContain('ok /again "done"');
  });

  test('R19 fault S6 the wait before a round counts from the failure, also while the run is paused; the round waits', () => {
    const run = runOf(plan('again: RETRY {maxAttempts: 2}\n  a: CAPABILITY echo'));
    run.pause();
    expect(run.fails('/again[0]/a#1')).toEqual([
      'fail /again[0]/a#1 BROKEN',
      'again /again BROKEN 1000',
      'retry /again[0]!retry 1000',
    ]);
    expect(run.fires('/again[0]!retry')).toEqual([]);
    expect(run.resume()).toEqual(['resumed', 'start /again[1]/a#1', 'call /again[1]/a#1 echo']);
  });
});

describe('`retry` and `timeoutMs` of containers', () => {
  test('K11 the second attempt of a GROUP is written after its segment; inside attempts count from 1 again', () => {
    const run = runOf(
      plan('g: GROUP ASYNC {retry: {maxAttempts: 2}}\n  a: CAPABILITY echo\n  b: CAPABILITY echo'),
    );
    run.done('/g/b#1');
    expect(run.fails('/g/a#1')).toEqual([
      'fail /g/a#1 BROKEN',
      'again /g BROKEN 1000',
      'retry /g!retry 1000',
    ]);
    expect(run.fires('/g!retry')).toEqual([
      'start /g#2',
      'start /g#2/a#1',
      'call /g#2/a#1 echo',
      'start /g#2/b#1',
      'call /g#2/b#1 echo',
    ]);
    run.done('/g#2/a#1', 1);
    expect(run.done('/g#2/b#1', 2)).toEqual(['ok /g#2/b#1 2', 'ok /g#2 2', 'completed {}']);
  });

  test.each([
    ['LOOP', 'c: LOOP {until: "true", maxIterations: 1, RETRY}', '/c[0]', '/c[0]#2'],
    ['ITERATOR', 'c: ITERATOR [1] {RETRY}', '/c[0]', '/c[0]#2'],
    ['RETRY', 'c: RETRY {maxAttempts: 1, RETRY}', '/c[0]', '/c[0]#2'],
  ])('K11 the second attempt of a %s: the index comes before it', (_type, line, first, second) => {
    const text = line.replace('RETRY}', 'retry: {maxAttempts: 2}}');
    const run = runOf(plan(`${text}\n  a: CAPABILITY echo`));
    run.fails(`${first}/a#1`);
    expect(run.fires('/c!retry')).toEqual(['start /c#2', `start ${second}/a#1`, `call ${second}/a#1 echo`]);
    expect(run.done(`${second}/a#1`)).toContain('completed {}');
  });

  test('K11 the second attempt of a TRY_CATCH: the body comes before it', () => {
    const run = runOf(plan('c: TRY_CATCH {retry: {maxAttempts: 2}}\n  try: BODY\n    a: CAPABILITY echo'));
    run.fails('/c.try/a#1');
    expect(run.fires('/c!retry')).toContain('start /c.try#2/a#1');
  });

  test('R20 what a failed attempt of any container wrote is dropped; what the last wrote is kept', () => {
    const run = runOf(
      plan(`
        var v = 0   out seen
        c: LOOP {until: "v > 5", maxIterations: 2, retry: {maxAttempts: 2}}
          a: CAPABILITY echo {output: {v: "result"}}
          b: CAPABILITY echo {input: "{{ v }}"}
          a -> b
        z: CAPABILITY echo {input: "{{ v }}"}
        c -> z
      `),
    );
    expect(run.done('/c[0]/a#1', 1)).toEqual([
      'ok /c[0]/a#1 1',
      'layer /c[0]/a#1 v 1',
      'start /c[0]/b#1 1',
      'call /c[0]/b#1 echo',
    ]);
    run.done('/c[0]/b#1');
    run.done('/c[1]/a#1', 2);
    expect(run.done('/c[1]/b#1')).toContain('again /c LOOP_LIMIT 1000');
    run.fires('/c!retry');
    expect(run.done('/c[0]#2/a#1', 7)).toContain('start /c[0]#2/b#1 7');
    expect(run.done('/c[0]#2/b#1', 'x')).toEqual([
      'ok /c[0]#2/b#1 "x"',
      'set /c#2 v 7',
      'ok /c#2 "x"',
      'start /z#1 7',
      'call /z#1 echo',
    ]);
  });

  test('L2 timeoutMs bounds one attempt of a container, whose scopes are then cancelled', () => {
    const run = runOf(plan('g: GROUP ASYNC {timeoutMs: 20, retry: {maxAttempts: 2}}\n  a: CAPABILITY echo'));
    expect(run.lines.slice(1)).toEqual([
      'start /g',
      'timeout /g!timeout 20',
      'start /g/a#1',
      'call /g/a#1 echo',
    ]);
    expect(run.fires('/g!timeout')).toEqual([
      'cancel /g/a#1',
      'withdraw /g/a#1',
      'again /g TIMEOUT 1000',
      'retry /g!retry 1000',
    ]);
    run.fires('/g!retry');
    expect(run.open).toEqual(['/g#2!timeout', '/g#2/a#1']);
  });
});
