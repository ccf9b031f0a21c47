import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

describe('how scopes end', () => {
  test('R14 a scope ends when propagation has come to rest and nothing is active', () => {
    const run = runOf(
      plan(`
        a: CAPABILITY echo
        b: CAPABILITY echo
      `),
    );
    expect(run.done('/a#1')).toEqual(['ok /a#1 null']);
    expect(run.done('/b#1')).toEqual(['ok /b#1 null', 'completed {}']);
    expect(run.status).toBe('completed');
  });

  test('R14 of several scopes at rest the deepest ends first', () => {
    const run = runOf(
      plan(`
        outer: GROUP SYNC
          inner: GROUP SYNC
            t: FILL_TEMPLATE deep
      `),
    );
    expect(run.lines.slice(-3)).toEqual(['ok /outer/inner "deep"', 'ok /outer "deep"', 'completed {}']);
  });

  test('R14 of scopes that a signal brings to rest together the deepest ends first, whoever stands first', () => {
    const run = runOf(
      plan(`
        p: GROUP SYNC
          a: CAPABILITY echo {cancelOn: stop}
        q: GROUP SYNC
          r: GROUP SYNC
            b: CAPABILITY echo {cancelOn: stop}
      `),
    );
    expect(run.signal('stop').filter((line) => line.startsWith('ok'))).toEqual([
      'ok /q/r null',
      'ok /p null',
      'ok /q null',
    ]);
  });

  test('R15 END ends its scope: what is active is cancelled, what never started needs no entry (R18)', () => {
    const run = runOf(
      plan(`
        slow: CAPABILITY echo
        quick: CAPABILITY echo
        stop: END
        late: CAPABILITY echo
        quick -> stop
        slow -> late
      `),
    );
    expect(run.done('/quick#1')).toEqual([
      'ok /quick#1 null',
      'start /stop#1',
      'ok /stop#1',
      'cancel /slow#1',
      'withdraw /slow#1',
      'completed {}',
    ]);
  });

  test('R15 END with ends: plan cancels the containers around it, deepest first (R17)', () => {
    const run = runOf(
      plan(`
        all: GROUP ASYNC
          slow: CAPABILITY echo
          row: GROUP SYNC
            stop: END plan {result: {answer: 4}}
        result {answer: 3, other: "{{ 1 + 1 }}"}
      `),
    );
    expect(run.lines.slice(-6)).toEqual([
      'ok /all/row/stop#1 {"answer":4}',
      'cancel /all/slow#1',
      'withdraw /all/slow#1',
      'cancel /all/row',
      'cancel /all',
      'completed {"other":2,"answer":4}',
    ]);
  });

  test("R15 END in a branch ends that branch, and its result is the branch's value (R21)", () => {
    const run = runOf(
      plan(`
        all: GROUP ASYNC {merge: COLLECT}
          a: CAPABILITY echo
          x: FILL_TEMPLATE x
          stop: END {result: "done"}
          x -> stop
      `),
    );
    expect(run.done('/all/a#1', 1)).toEqual(['ok /all/a#1 1', 'ok /all [1,"done"]', 'completed {}']);
  });

  test('R17 cancelling is one step: deepest first, then document order, one entry and one withdrawal each', () => {
    const run = runOf(
      plan(`
        a: CAPABILITY echo {timeoutMs: 50}
        g: GROUP ASYNC
          b: CAPABILITY echo
          h: GROUP SYNC
            c: CAPABILITY echo
      `),
    );
    expect(run.cancel()).toEqual([
      'cancel /g/h/c#1',
      'withdraw /g/h/c#1',
      'cancel /g/b#1',
      'withdraw /g/b#1',
      'cancel /g/h',
      'cancel /a#1',
      'withdraw /a#1',
      'withdraw /a#1!timeout',
      'cancel /g',
      'cancelled',
    ]);
    expect(run.status).toBe('cancelled');
    expect(run.done('/a#1')).toEqual(['late /a#1 effect.succeeded']);
  });

  test('R18 nodes that never started in a scope that failed have no entries', () => {
    const run = runOf(plan('a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\na -> b -> c'));
    run.fails('/a#1');
    expect(run.history.filter((line) => /\/[bc]/.test(line))).toEqual([]);
    expect(run.status).toBe('failed');
  });

  test('R23 a run of 15 groups inside each other ends, and depth of nesting is no depth of calls', () => {
    const lines = Array.from({ length: 15 }, (_, depth) => `${'  '.repeat(depth)}g${depth}: GROUP SYNC`);
    const run = runOf(plan([...lines, `${'  '.repeat(15)}t: FILL_TEMPLATE deep`].join('\n')));
    expect(run.status).toBe('completed');
    expect(run.lines.filter((line) => line.startsWith('ok '))).toHaveLength(16);
  });

  test('R23 500 branches of pure nodes end in one commit', () => {
    const nodes = Array.from({ length: 500 }, (_, index) => `  n${index}: FILL_TEMPLATE x`);
    const run = runOf(plan(['g: GROUP ASYNC', ...nodes].join('\n')));
    expect(run.commits).toHaveLength(1);
    expect(run.status).toBe('completed');
  });
});
