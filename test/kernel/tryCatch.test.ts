import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf, type TestRun } from '../notation/run';

function guarded(params = '', more = ''): TestRun {
  return runOf(
    plan(`
      var problem   var v = 0   out seen
      t: TRY_CATCH {${params}}
        try: BODY
          a: CAPABILITY echo {output: {v: "result"}}
          a2: CAPABILITY echo
          a -> a2
        catch: BODY
          c: CAPABILITY echo {input: {p: "{{ problem }}", v: "{{ v }}"}}
        finally: BODY
          f: CAPABILITY echo
      ${more}
    `),
  );
}

describe('TRY_CATCH', () => {
  test('R12 after success catch is left out and finally runs; R21 the result is that of try', () => {
    const run = guarded();
    run.done('/t.try/a#1', 1);
    expect(run.done('/t.try/a2#1', 2)).toEqual([
      'ok /t.try/a2#1 2',
      'start /t.finally/f#1',
      'call /t.finally/f#1 echo',
    ]);
    expect(run.done('/t.finally/f#1', 3)).toEqual(['ok /t.finally/f#1 3', 'ok /t 2', 'completed {}']);
  });

  test('R12 if try failed, catch runs; L9 errorVariable gets {code, message} before; a failed try keeps its writes', () => {
    const run = guarded('errorVariable: problem');
    run.done('/t.try/a#1', 1);
    expect(run.fails('/t.try/a2#1')).toEqual([
      'fail /t.try/a2#1 BROKEN',
      'set /t problem {"code":"BROKEN","message":"It said BROKEN."}',
      'start /t.catch/c#1 {"p":{"code":"BROKEN","message":"It said BROKEN."},"v":1}',
      'call /t.catch/c#1 echo',
    ]);
    expect(run.done('/t.catch/c#1', 'mended')).toContain('start /t.finally/f#1');
    expect(run.done('/t.finally/f#1')).toContain('ok /t "mended"');
  });

  test('R12 without a catch the error stays, and finally runs', () => {
    const run = runOf(
      plan(`
        t: TRY_CATCH
          try: BODY
            a: CAPABILITY echo
          finally: BODY
            f: CAPABILITY echo
      `),
    );
    expect(run.fails('/t.try/a#1')).toContain('start /t.finally/f#1');
    expect(run.done('/t.finally/f#1')).toEqual(['ok /t.finally/f#1 null', 'fail /t BROKEN', 'failed BROKEN']);
  });

  test("R12 an error in catch is the node's, after finally; an error in finally wins", () => {
    const run = guarded();
    run.fails('/t.try/a#1', 'ONE');
    run.fails('/t.catch/c#1', 'TWO');
    expect(run.lines).toContain('start /t.finally/f#1');
    expect(run.fails('/t.finally/f#1', 'THREE')).toEqual([
      'fail /t.finally/f#1 THREE',
      'fail /t THREE',
      'failed THREE',
    ]);
    const caught = guarded();
    caught.fails('/t.try/a#1', 'ONE');
    caught.fails('/t.catch/c#1', 'TWO');
    expect(caught.done('/t.finally/f#1')).toContain('failed TWO');
  });

  test('R12 finally runs after an END of its try; not after cancel', () => {
    const ended = runOf(
      plan(`
        t: TRY_CATCH
          try: BODY
            stop: END {result: 1}
          finally: BODY
            f: CAPABILITY echo
      `),
    );
    expect(ended.done('/t.finally/f#1', 2)).toContain('ok /t 1');
    const cancelled = guarded();
    expect(cancelled.cancel()).toEqual([
      'cancel /t.try/a#1',
      'withdraw /t.try/a#1',
      'cancel /t',
      'cancelled',
    ]);
  });

  test('R12 its timeout is not caught by its own catch and skips its finally', () => {
    const run = guarded('timeoutMs: 10');
    expect(run.fires('/t!timeout')).toEqual([
      'cancel /t.try/a#1',
      'withdraw /t.try/a#1',
      'fail /t TIMEOUT',
      'failed TIMEOUT',
    ]);
  });

  test('R8 its own onError applies to what is left of the error', () => {
    const run = runOf(
      plan(`
        t: TRY_CATCH {onError: route}
          try: BODY
            a: CAPABILITY echo
        z: CAPABILITY echo
        t.error -> z
      `),
    );
    expect(run.fails('/t.try/a#1')).toEqual([
      'fail /t.try/a#1 BROKEN',
      'handled /t BROKEN',
      'start /z#1',
      'call /z#1 echo',
    ]);
  });

  test('L9 an error that was routed or continued is no error of try', () => {
    const run = runOf(
      plan(`
        t: TRY_CATCH
          try: BODY
            a: CAPABILITY echo {onError: continue}
          catch: BODY
            c: CAPABILITY echo
      `),
    );
    expect(run.fails('/t.try/a#1')).toEqual(['handled /t.try/a#1 BROKEN', 'ok /t null', 'completed {}']);
  });
});

describe('END with `ends: plan` or `run` through a TRY_CATCH', () => {
  const nested = (ends: string): TestRun =>
    runOf(
      plan(`
        side: CAPABILITY echo
        outer: TRY_CATCH {timeoutMs: 500}
          try: BODY
            all: GROUP ASYNC
              slow: CAPABILITY echo
              inner: TRY_CATCH {timeoutMs: 100}
                try: BODY
                  slow2: CAPABILITY echo
                  go: CAPABILITY echo
                  stop: END ${ends} {result: {answer: 1}}
                  go -> stop
                catch: BODY
                  never: CAPABILITY echo
                finally: BODY
                  f1: CAPABILITY echo
          finally: BODY
            f2: CAPABILITY echo
      `),
    );

  test('R12 everything but the containers around the END is cancelled at once, and their timeouts no longer apply', () => {
    const run = nested('plan');
    expect(run.done('/outer.try/all/inner.try/go#1')).toEqual([
      'ok /outer.try/all/inner.try/go#1 null',
      'start /outer.try/all/inner.try/stop#1',
      'ok /outer.try/all/inner.try/stop#1 {"answer":1}',
      'cancel /outer.try/all/inner.try/slow2#1',
      'withdraw /outer.try/all/inner.try/slow2#1',
      'cancel /outer.try/all/slow#1',
      'withdraw /outer.try/all/slow#1',
      'cancel /side#1',
      'withdraw /side#1',
      'withdraw /outer.try/all/inner!timeout',
      'withdraw /outer!timeout',
      'start /outer.try/all/inner.finally/f1#1',
      'call /outer.try/all/inner.finally/f1#1 echo',
    ]);
  });

  test('R12 they are closed from inside out, each finally first, and read cancelled', () => {
    const run = nested('run');
    run.done('/outer.try/all/inner.try/go#1');
    expect(run.done('/outer.try/all/inner.finally/f1#1')).toEqual([
      'ok /outer.try/all/inner.finally/f1#1 null',
      'cancel /outer.try/all/inner',
      'cancel /outer.try/all',
      'start /outer.finally/f2#1',
      'call /outer.finally/f2#1 echo',
    ]);
    expect(run.done('/outer.finally/f2#1')).toEqual([
      'ok /outer.finally/f2#1 null',
      'cancel /outer',
      'completed {"answer":1}',
    ]);
  });

  test('R12 an error in such a finally turns the END into a failure, which nothing between handles', () => {
    const run = nested('plan');
    run.done('/outer.try/all/inner.try/go#1');
    expect(run.fails('/outer.try/all/inner.finally/f1#1', 'F1')).toEqual([
      'fail /outer.try/all/inner.finally/f1#1 F1',
      'cancel /outer.try/all/inner',
      'cancel /outer.try/all',
      'start /outer.finally/f2#1',
      'call /outer.finally/f2#1 echo',
    ]);
    expect(run.done('/outer.finally/f2#1')).toEqual([
      'ok /outer.finally/f2#1 null',
      'cancel /outer',
      'failed F1',
    ]);
  });

  test('R12 the END stands in catch: that TRY_CATCH too runs its finally', () => {
    const run = runOf(
      plan(`
        t: TRY_CATCH
          try: BODY
            a: CAPABILITY echo
          catch: BODY
            stop: END plan
          finally: BODY
            f: CAPABILITY echo
        z: CAPABILITY echo
        t -> z
      `),
    );
    expect(run.fails('/t.try/a#1').slice(1)).toEqual([
      'start /t.catch/stop#1',
      'ok /t.catch/stop#1',
      'start /t.finally/f#1',
      'call /t.finally/f#1 echo',
    ]);
    expect(run.done('/t.finally/f#1').slice(1)).toEqual(['cancel /t', 'completed {}']);
  });

  test('R23 what was ready in the plan starts no more', () => {
    const run = runOf(
      plan(`
        t: TRY_CATCH
          try: BODY
            stop: END plan
          finally: BODY
            f: CAPABILITY echo
        ready: CAPABILITY echo
      `),
    );
    expect(run.open).toEqual(['/t.finally/f#1']);
    expect(run.done('/t.finally/f#1').slice(1)).toEqual(['cancel /t', 'completed {}']);
    expect(run.history.filter((line) => line.includes('/ready'))).toEqual([]);
  });

  test('R12 an END in a finally that an END is closing takes its place', () => {
    const run = runOf(
      plan(`
        t: TRY_CATCH
          try: BODY
            stop: END plan {result: {n: 1}}
          finally: BODY
            stop2: END plan {result: {n: 2}}
      `),
    );
    expect(run.lines.slice(-2)).toEqual(['cancel /t', 'completed {"n":2}']);
  });

  test('R19 a run that is paused while it closes goes on closing at resume', () => {
    const run = nested('plan');
    run.pause();
    run.done('/outer.try/all/inner.try/go#1');
    run.resume();
    run.pause();
    run.done('/outer.try/all/inner.finally/f1#1');
    expect(run.resume()).toEqual(['resumed', 'start /outer.finally/f2#1', 'call /outer.finally/f2#1 echo']);
  });

  test('R17 cancelling the run while it closes cancels what is left, without another finally', () => {
    const run = nested('plan');
    run.done('/outer.try/all/inner.try/go#1');
    expect(run.cancel()).toEqual([
      'cancel /outer.try/all/inner.finally/f1#1',
      'withdraw /outer.try/all/inner.finally/f1#1',
      'cancel /outer.try/all/inner',
      'cancel /outer.try/all',
      'cancel /outer',
      'cancelled',
    ]);
  });
});
