import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

describe('running a scope', () => {
  test('R3 a scope begins at its START, and what is not reachable from it is skipped when it opens', () => {
    const run = runOf(
      plan(`
        s: START
        a: CAPABILITY echo
        lost: CAPABILITY echo
        s -> a
      `),
    );
    expect(run.lines).toEqual([
      'started',
      'skip /lost unreachable',
      'start /s#1',
      'ok /s#1',
      'start /a#1',
      'call /a#1 echo',
    ]);
  });

  test('R3 without a START every node without incoming edges starts, in document order', () => {
    const run = runOf(
      plan(`
        b: CAPABILITY echo
        a: CAPABILITY echo
      `),
    );
    expect(run.lines).toEqual(['started', 'start /b#1', 'call /b#1 echo', 'start /a#1', 'call /a#1 echo']);
  });

  test('R4 a node waits for all its edges, and starts when one of them was taken', () => {
    const run = runOf(
      plan(`
        a: CAPABILITY echo
        b: CAPABILITY echo {onError: route}
        c: CAPABILITY echo
        d: FILL_TEMPLATE never
        a -> c
        b -> c
        b.error -> d
      `),
    );
    expect(run.done('/a#1', 1)).toEqual(['ok /a#1 1']);
    expect(run.done('/b#1', 2)).toEqual(['ok /b#1 2', 'skip /d dead', 'start /c#1', 'call /c#1 echo']);
  });

  test('R4 skipping spreads, and a fact first spreads all skips before anything starts (R22)', () => {
    const run = runOf(
      plan(`
        i: IF false
        z: FILL_TEMPLATE z
        a: CAPABILITY echo
        b: CAPABILITY echo
        c: CAPABILITY echo
        i.then -> a -> b -> c
        i.else -> z -> c
      `),
    );
    expect(run.lines).toEqual([
      'started',
      'start /i#1',
      'ok /i#1 else',
      'skip /a dead',
      'skip /b dead',
      'start /z#1',
      'ok /z#1 "z"',
      'start /c#1',
      'call /c#1 echo',
    ]);
  });

  test('R5 SWITCH takes the first case that matches, with all every one of them, else default', () => {
    const text = (all: boolean, c: number) => `
      var c = ${c}
      w: SWITCH {cases: {big: "c > 5", odd: "c % 2 == 1"}, all: ${all}}
      big: FILL_TEMPLATE big
      odd: FILL_TEMPLATE odd
      none: FILL_TEMPLATE none
      w.big -> big
      w.odd -> odd
      w.default -> none
    `;
    const starts = (all: boolean, c: number) =>
      runOf(plan(text(all, c)))
        .history.filter((line) => line.startsWith('start '))
        .join(' ');
    expect(starts(false, 7)).toBe('start /w#1 start /big#1');
    expect(starts(true, 7)).toBe('start /w#1 start /big#1 start /odd#1');
    expect(starts(false, 3)).toBe('start /w#1 start /odd#1');
    expect(starts(true, 2)).toBe('start /w#1 start /none#1');
  });

  test('R5 in a SYNC GROUP the next child follows every success, whatever port it chose, and every continue', () => {
    const run = runOf(
      plan(`
        row: GROUP SYNC
          i: IF false
          a: CAPABILITY echo {onError: continue}
          b: CAPABILITY echo
      `),
    );
    expect(run.lines.at(-1)).toBe('call /row/a#1 echo');
    expect(run.fails('/row/a#1')).toEqual([
      'handled /row/a#1 BROKEN',
      'start /row/b#1',
      'call /row/b#1 echo',
    ]);
    expect(run.done('/row/b#1', 5)).toEqual(['ok /row/b#1 5', 'ok /row 5', 'completed {}']);
  });

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

  test("R22 of all ready nodes the first in document order starts, a container's contents right after it", () => {
    const run = runOf(
      plan(`
        s: START
        g: GROUP ASYNC
          a: CAPABILITY echo
        t: FILL_TEMPLATE t
        u: CAPABILITY echo
        s -> u
        s -> t
        s -> g
      `),
    );
    const starts = run.lines.filter((line) => line.startsWith('start '));
    expect(starts).toEqual(['start /s#1', 'start /g', 'start /g/a#1', 'start /t#1', 'start /u#1']);
  });

  test('R22 a node that a pure node made ready starts before ready nodes that come later in the document', () => {
    const run = runOf(
      plan(`
        p: FILL_TEMPLATE p
        a: CAPABILITY echo
        b: CAPABILITY echo
        p -> a
      `),
    );
    expect(run.lines.filter((line) => line.startsWith('start '))).toEqual([
      'start /p#1',
      'start /a#1',
      'start /b#1',
    ]);
  });

  test('C2 a chain of 1,200 nodes runs through the pieces it is compiled to, and no address knows of them', () => {
    const nodes = Array.from({ length: 1200 }, (_, index) => `n${index}: FILL_TEMPLATE x`).join('\n');
    const edges = Array.from({ length: 1199 }, (_, index) => `n${index} -> n${index + 1}`).join('\n');
    const run = runOf(plan(`${nodes}\n${edges}`));
    expect(run.status).toBe('completed');
    expect(run.lines.filter((line) => line.startsWith('ok '))).toHaveLength(1200);
    expect(run.lines.at(-2)).toBe('ok /n1199#1 "x"');
  });
});
