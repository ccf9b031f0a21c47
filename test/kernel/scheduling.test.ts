import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

describe('running a scope', () => {
  test('R1 edges are fresh in each scope: a container that is tried again runs its nodes again', () => {
    const run = runOf(
      plan(`
        g: GROUP SYNC {retry: {maxAttempts: 2, initialIntervalMs: 1}}
          t: FILL_TEMPLATE t
          a: CAPABILITY echo
      `),
    );
    run.fails('/g/a#1');
    expect(run.fires('/g!retry')).toEqual([
      'start /g#2',
      'start /g#2/t#1',
      'ok /g#2/t#1 "t"',
      'start /g#2/a#1',
      'call /g#2/a#1 echo',
    ]);
  });

  test('R2 a node settles once per scope, however many of its edges are taken', () => {
    const run = runOf(plan('a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\na -> c\nb -> c'));
    run.done('/a#1');
    expect(run.done('/b#1')).toEqual(['ok /b#1 null', 'start /c#1', 'call /c#1 echo']);
    expect(run.done('/b#1')).toEqual(['late /b#1 effect.succeeded']);
    expect(run.done('/c#1')).toEqual(['ok /c#1 null', 'completed {}']);
  });

  test('R2 a plan whose edges form a cycle fails when it is started, with the code of check', () => {
    const text = plan('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b');
    const run = runOf({ ...text, edges: [...text.edges, { from: 'b', port: 'out', to: 'a' }] });
    expect(run.lines).toEqual(['started', 'failed CYCLE']);
  });

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

  test('R5 in a SYNC GROUP nothing follows an END, also where a signal may cancel a child (R16)', () => {
    const run = runOf(
      plan(`
        row: GROUP SYNC
          x: CAPABILITY echo
          e: END
          never: CAPABILITY echo {cancelOn: halt}
      `),
    );
    expect(run.open).toEqual(['/row/x#1']);
    expect(run.done('/row/x#1', 1).filter((line) => line.includes('never'))).toEqual([]);
    expect(run.status).toBe('completed');
  });

  test('L2 an END that is passed through in a SYNC GROUP ends nothing', () => {
    const run = runOf(
      plan(`
        row: GROUP SYNC
          e: END {disabled: pass}
          next: CAPABILITY echo
      `),
    );
    expect(run.open).toEqual(['/row/next#1']);
  });

  test('K11 what a container is called does not depend on being passed through', () => {
    const run = runOf(plan('p: PLANNER rules {goal: "Do it.", execute: inline, disabled: pass}'));
    expect(run.lines.slice(1)).toEqual([
      'start /p#1',
      'ok /p#1 null',
      'start /p',
      'ok /p null',
      'completed {}',
    ]);
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
