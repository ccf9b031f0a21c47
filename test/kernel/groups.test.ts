import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf, tool } from '../notation/run';

describe('groups', () => {
  test('R9 at most maxConcurrency branches are open, started in order', () => {
    const run = runOf(
      plan(`
        g: GROUP ASYNC {maxConcurrency: 2}
          a: CAPABILITY echo
          b: CAPABILITY echo
          c: CAPABILITY echo
      `),
    );
    expect(run.open).toEqual(['/g/a#1', '/g/b#1']);
    expect(run.done('/g/b#1')).toEqual(['ok /g/b#1 null', 'start /g/c#1', 'call /g/c#1 echo']);
    run.done('/g/a#1');
    expect(run.done('/g/c#1', 3)).toEqual(['ok /g/c#1 3', 'ok /g 3', 'completed {}']);
  });

  test('R10 ALL waits for all, and fails with the error of the branch that failed first (R8)', () => {
    const run = runOf(
      plan(`
        g: GROUP ASYNC
          a: CAPABILITY echo
          b: CAPABILITY echo
          c: CAPABILITY echo
      `),
    );
    expect(run.fails('/g/b#1', 'FIRST')).toEqual(['fail /g/b#1 FIRST']);
    expect(run.fails('/g/a#1', 'SECOND')).toEqual(['fail /g/a#1 SECOND']);
    expect(run.done('/g/c#1')).toEqual(['ok /g/c#1 null', 'fail /g FIRST', 'failed FIRST']);
  });

  test('R9 a failed branch ends alone: its own active nodes are cancelled, the others go on', () => {
    const run = runOf(
      plan(`
        g: GROUP ASYNC {onError: continue}
          s: START
          a: CAPABILITY echo
          b: CAPABILITY echo
          other: CAPABILITY echo
          s -> a
          s -> b
      `),
    );
    expect(run.fails('/g/a#1')).toEqual(['fail /g/a#1 BROKEN', 'cancel /g/b#1', 'withdraw /g/b#1']);
    expect(run.done('/g/other#1')).toEqual(['ok /g/other#1 null', 'handled /g BROKEN', 'completed {}']);
  });

  test('R10 a group without children completes at once', () => {
    const collect = runOf(plan('g: GROUP ASYNC {merge: COLLECT}'));
    expect(collect.lines).toEqual(['started', 'start /g', 'ok /g []', 'completed {}']);
    const last = runOf(plan('g: GROUP ASYNC'));
    expect(last.lines).toEqual(['started', 'start /g', 'ok /g null', 'completed {}']);
    const row = runOf(plan('g: GROUP SYNC'));
    expect(row.lines).toEqual(['started', 'start /g', 'ok /g null', 'completed {}']);
  });

  test('R21 LAST_WINS writes variable by variable in order of ending; its result is the value that ended last', () => {
    const run = runOf(
      plan(`
        out a   out b
        g: GROUP ASYNC
          x: CAPABILITY echo {output: {a: "result", b: "result"}}
          y: CAPABILITY echo {output: {a: "result"}}
      `),
    );
    expect(run.done('/g/y#1', 2)).toEqual(['ok /g/y#1 2', 'layer /g/y#1 a 2']);
    expect(run.done('/g/x#1', 1)).toEqual([
      'ok /g/x#1 1',
      'layer /g/x#1 a 1',
      'layer /g/x#1 b 1',
      'set /g a 1',
      'set /g b 1',
      'ok /g 1',
      'completed {"a":1,"b":1}',
    ]);
  });

  test('R21 COLLECT gives the values in branch order and writes no variable of a branch', () => {
    const run = runOf(
      plan(`
        out a
        g: GROUP ASYNC {merge: COLLECT, output: {a: "result"}}
          x: CAPABILITY echo {output: {a: "result"}}
          y: CAPABILITY echo
      `),
    );
    run.done('/g/y#1', 'second');
    run.done('/g/x#1', 'first');
    expect(run.lines.slice(-3)).toEqual([
      'ok /g ["first","second"]',
      'set /g a ["first","second"]',
      'completed {"a":["first","second"]}',
    ]);
  });

  test("R20 branches do not see each other's writes; layers of failed and cancelled branches are dropped", () => {
    const run = runOf(
      plan(`
        var a = 0   out seen
        g: GROUP ASYNC {onError: continue}
          w: CAPABILITY echo {output: {a: "result"}}
          f: CAPABILITY echo
          w -> f
          r: CAPABILITY echo
          t: CAPABILITY echo {input: "{{ a }}"}
          r -> t
        z: CAPABILITY echo {input: "{{ a }}"}
        g -> z
      `),
    );
    run.done('/g/w#1', 1);
    expect(run.done('/g/r#1')).toContain('start /g/t#1 0');
    run.fails('/g/f#1');
    expect(run.done('/g/t#1')).toContain('start /z#1 0');
  });

  test('R21 the value of a SYNC GROUP is the result of what succeeded last in it', () => {
    const run = runOf(
      plan(`
        g: GROUP SYNC
          a: CAPABILITY echo
          i: IF true
      `),
    );
    expect(run.done('/g/a#1', 'kept')).toContain('ok /g "kept"');
  });

  test('L3 groups lie inside each other, and every address says where', () => {
    const run = runOf(
      plan(`
        a: GROUP ASYNC
          b: GROUP SYNC
            c: GROUP ASYNC
              d: CAPABILITY echo
      `),
    );
    expect(run.open).toEqual(['/a/b/c/d#1']);
    expect(run.done('/a/b/c/d#1', 7)).toEqual([
      'ok /a/b/c/d#1 7',
      'ok /a/b/c 7',
      'ok /a/b 7',
      'ok /a 7',
      'completed {}',
    ]);
  });
});

test('R9 L2 L4 a branch whose only node was refused by its guard, and went on, has succeeded; one that waited for its mutex is skipped', () => {
  const features = [{ id: 'may', capability: 'may', phase: 'pre', kind: 'guard' }] as const;
  const run = runOf(
    plan(`
      g: GROUP ASYNC {completion: ALL_SETTLED, merge: COLLECT}
        a: CAPABILITY echo {mutex: m}
        b: CAPABILITY echo {mutex: m, cancelOn: stop}
        c: CAPABILITY echo {onError: continue, features: [{feature: may}]}
    `),
    { closure: { features, capabilities: [tool('echo'), tool('may', 'read')] } },
  );
  run.done('/g/c!pre-1', false);
  run.signal('stop');
  expect(run.done('/g/a#1', 1)).toContain(
    'ok /g [{"status":"succeeded","value":1},{"status":"skipped"},{"status":"succeeded","value":null}]',
  );
});
