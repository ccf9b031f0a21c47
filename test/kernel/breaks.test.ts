import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

describe('`break` of a capability', () => {
  test('L7 scope: what END would do, with the result as the value of the scope', () => {
    const run = runOf(
      plan(`
        g: GROUP SYNC
          a: CAPABILITY echo
          b: CAPABILITY echo
        z: CAPABILITY echo
        g -> z
      `),
    );
    expect(run.done('/g/a#1', 7, { break: 'scope' })).toEqual([
      'ok /g/a#1 7',
      'ok /g 7',
      'start /z#1',
      'call /z#1 echo',
    ]);
  });

  test('L7 plan: everything else is cancelled, containers are closed, and the plan completes', () => {
    const run = runOf(
      plan(`
        out v
        side: CAPABILITY echo
        l: LOOP {while: "true", maxIterations: 9}
          a: CAPABILITY echo {output: {v: "result"}}
      `),
    );
    expect(run.done('/l[0]/a#1', 7, { break: 'plan' })).toEqual([
      'ok /l[0]/a#1 7',
      'set /l[0]/a#1 v 7',
      'cancel /side#1',
      'withdraw /side#1',
      'cancel /l',
      'completed {"v":7}',
    ]);
  });

  test('L7 but the first branch of an ASYNC GROUP on the way out only ends itself, a success', () => {
    const run = runOf(
      plan(`
        out v
        g: GROUP ASYNC
          row: GROUP SYNC
            a: CAPABILITY echo {output: {v: "result"}}
            never: CAPABILITY echo
          b: CAPABILITY echo
        z: CAPABILITY echo
        g -> z
      `),
    );
    expect(run.done('/g/row/a#1', 1, { break: 'plan' })).toEqual([
      'ok /g/row/a#1 1',
      'layer /g/row/a#1 v 1',
      'cancel /g/row',
    ]);
    expect(run.done('/g/b#1', 2)).toEqual([
      'ok /g/b#1 2',
      'set /g v 1',
      'ok /g 2',
      'start /z#1',
      'call /z#1 echo',
    ]);
  });

  test('L7 when all branches have ended so, the group merges, succeeds, and breaks with the narrowest request', () => {
    const run = runOf(
      plan(`
        out v
        g: GROUP ASYNC
          a: CAPABILITY echo {output: {v: "result"}}
          b: CAPABILITY echo
        z: CAPABILITY echo
        g -> z
      `),
    );
    run.done('/g/a#1', 1, { break: 'run' });
    expect(run.done('/g/b#1', 2, { break: 'plan' })).toEqual([
      'ok /g/b#1 2',
      'set /g v 1',
      'ok /g 2',
      'completed {"v":1}',
    ]);
  });

  test('L7 groups inside each other: the outer branch ends itself in its turn', () => {
    const run = runOf(
      plan(`
        outer: GROUP ASYNC {merge: COLLECT}
          inner: GROUP ASYNC {merge: COLLECT}
            a: CAPABILITY echo
            b: CAPABILITY echo
          after: CAPABILITY echo
          inner -> after
          side: CAPABILITY echo
      `),
    );
    run.done('/outer/inner/a#1', 1, { break: 'run' });
    expect(run.done('/outer/inner/b#1', 2, { break: 'run' })).toEqual([
      'ok /outer/inner/b#1 2',
      'ok /outer/inner [1,2]',
    ]);
    expect(run.done('/outer/side#1', 3)).toEqual([
      'ok /outer/side#1 3',
      'ok /outer [[1,2],3]',
      'completed {}',
    ]);
  });

  test('L7, R12 a finally on the way runs first', () => {
    const run = runOf(
      plan(`
        g: GROUP ASYNC
          t: TRY_CATCH
            try: BODY
              a: CAPABILITY echo
            finally: BODY
              f: CAPABILITY echo
          b: CAPABILITY echo
      `),
    );
    expect(run.done('/g/t.try/a#1', 1, { break: 'run' })).toContain('start /g/t.finally/f#1');
    expect(run.done('/g/t.finally/f#1')).toEqual(['ok /g/t.finally/f#1 null', 'cancel /g/t']);
    expect(run.done('/g/b#1')).toContain('ok /g null');
  });

  test('L7 items of an ITERATOR are no branches of a GROUP: the plan breaks', () => {
    const run = runOf(plan('e: ITERATOR [1, 2] {concurrency: 2}\n  a: CAPABILITY echo'));
    expect(run.done('/e[0]/a#1', 1, { break: 'plan' })).toEqual([
      'ok /e[0]/a#1 1',
      'cancel /e[1]/a#1',
      'withdraw /e[1]/a#1',
      'cancel /e',
      'completed {}',
    ]);
  });

  test('L7 it counts on CAPABILITY only', () => {
    const run = runOf(plan('t: TRANSFORM 1\nz: CAPABILITY echo\nt -> z'));
    expect(run.done('/t#1', 1, { break: 'run' })).toContain('start /z#1');
  });
});
