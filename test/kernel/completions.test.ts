import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf, type TestRun } from '../notation/run';

/** A group of three calls, with these parameters, and what follows it. */
function three(params: string, more = ''): TestRun {
  return runOf(
    plan(`
      out v
      g: GROUP ASYNC {${params}}
        a: CAPABILITY echo {output: {v: "result"}}
        b: CAPABILITY echo {output: {v: "result"}}
        c: CAPABILITY echo {output: {v: "result"}}
      ${more}
    `),
  );
}

describe('when an ASYNC GROUP completes', () => {
  test('R10 FIRST_FAILURE fails at the first failure, and cancels its rest', () => {
    const run = three('completion: FIRST_FAILURE');
    run.done('/g/a#1');
    expect(run.fails('/g/b#1')).toEqual([
      'fail /g/b#1 BROKEN',
      'cancel /g/c#1',
      'withdraw /g/c#1',
      'fail /g BROKEN',
      'failed BROKEN',
    ]);
  });

  test('R10 FIRST_FAILURE without a failure waits for all', () => {
    const run = three('completion: FIRST_FAILURE');
    run.done('/g/a#1', 1);
    run.done('/g/b#1', 2);
    expect(run.done('/g/c#1', 3)).toContain('ok /g 3');
  });

  test('R10 ALL_SETTLED waits for all and never fails; R21 its list says how each ended', () => {
    const run = three('completion: ALL_SETTLED, merge: COLLECT');
    run.fails('/g/a#1');
    run.done('/g/c#1', 3);
    expect(run.fails('/g/b#1', 'OTHER')).toContain(
      `ok /g ${JSON.stringify([
        { status: 'failed', error: { code: 'BROKEN', message: 'It said BROKEN.' } },
        { status: 'failed', error: { code: 'OTHER', message: 'It said OTHER.' } },
        { status: 'succeeded', value: 3 },
      ])}`,
    );
    expect(run.status).toBe('completed');
  });

  test('R21 a skipped branch of ALL_SETTLED is {status: "skipped"}', () => {
    const run = runOf(
      plan(`
        g: GROUP ASYNC {completion: ALL_SETTLED, merge: COLLECT}
          off: CAPABILITY echo {disabled: skip}
          on: CAPABILITY echo
      `),
    );
    expect(run.done('/g/on#1', 1)).toContain('ok /g [{"status":"skipped"},{"status":"succeeded","value":1}]');
  });

  test('R10 FIRST_SUCCESS completes at one success; R11 the rest is cancelled', () => {
    const run = three('completion: FIRST_SUCCESS');
    expect(run.fails('/g/a#1')).toEqual(['fail /g/a#1 BROKEN']);
    expect(run.done('/g/b#1', 2)).toEqual([
      'ok /g/b#1 2',
      'layer /g/b#1 v 2',
      'cancel /g/c#1',
      'withdraw /g/c#1',
      'set /g v 2',
      'ok /g 2',
      'completed {"v":2}',
    ]);
  });

  test('R10 N_OF(k) completes at k successes', () => {
    const run = three('completion: "N_OF(2)", merge: COLLECT');
    run.done('/g/c#1', 3);
    expect(run.done('/g/a#1', 1)).toContain('ok /g [1,null,3]');
  });

  test('R10 N_OF fails as soon as k is out of reach, R8 with the error of the branch that put it there', () => {
    const run = three('completion: "N_OF(2)"');
    run.fails('/g/c#1', 'FIRST');
    expect(run.fails('/g/a#1', 'SECOND')).toEqual([
      'fail /g/a#1 SECOND',
      'cancel /g/b#1',
      'withdraw /g/b#1',
      'fail /g SECOND',
      'failed SECOND',
    ]);
  });

  test('R8 if k exceeds n it fails COMPLETION_UNREACHABLE without starting a branch', () => {
    const run = three('completion: "N_OF(4)"');
    expect(run.lines).toEqual([
      'started',
      'start /g',
      'fail /g COMPLETION_UNREACHABLE',
      'failed COMPLETION_UNREACHABLE',
    ]);
  });

  test('R8 R10 fault S4 what is decided without a branch is decided at once, before an END beside it', () => {
    const decided = (params: string) =>
      runOf(plan(`g: GROUP ASYNC {${params}}\n  a: CAPABILITY echo\ne: END`)).lines;
    expect(decided('completion: "N_OF(2)"').slice(2)).toEqual([
      'fail /g COMPLETION_UNREACHABLE',
      'failed COMPLETION_UNREACHABLE',
    ]);
    const none = runOf(plan('each: ITERATOR [] {collectInto: all}\n  a: CAPABILITY echo\ne: END\nout all'));
    expect(none.lines).toEqual([
      'started',
      'start /each',
      'ok /each []',
      'set /each all []',
      'start /e#1',
      'ok /e#1',
      'completed {"all":[]}',
    ]);
    const inside = runOf(
      plan(
        't: TRY_CATCH\n  try: BODY\n    each: ITERATOR [] {completion: FIRST_SUCCESS}\n      a: CAPABILITY echo\n    b: CAPABILITY echo\n  catch: BODY\n    c: CAPABILITY echo',
      ),
    );
    expect(inside.open).toEqual(['/t.catch/c#1']);
  });

  test('R8 and with the same code if a skipped branch put k out of reach', () => {
    const run = runOf(
      plan(`
        g: GROUP ASYNC {completion: "N_OF(2)"}
          on: CAPABILITY echo
          off: CAPABILITY echo {disabled: skip}
      `),
    );
    expect(run.history).toContain('fail /g COMPLETION_UNREACHABLE');
    expect(run.history).toContain('withdraw /g/on#1');
  });

  test('R9 a skipped branch has ended without failing (ALL), but is no success for FIRST_SUCCESS', () => {
    const body = `
          off: CAPABILITY echo {disabled: skip}
          on: CAPABILITY echo`;
    const all = runOf(plan(`g: GROUP ASYNC {merge: COLLECT}${body}`));
    expect(all.done('/g/on#1', 1)).toContain('ok /g [null,1]');
    const first = runOf(plan(`g: GROUP ASYNC {completion: FIRST_SUCCESS}${body}`));
    expect(first.open).toEqual(['/g/on#1']);
    expect(first.done('/g/on#1', 1)).toContain('ok /g 1');
  });

  test('R9 after an early completion no further branch opens', () => {
    const run = three('completion: FIRST_SUCCESS, maxConcurrency: 1');
    expect(run.open).toEqual(['/g/a#1']);
    expect(run.done('/g/a#1')).toContain('ok /g null');
    expect(run.history.filter((line) => /\/g\/[bc]/.test(line))).toEqual([]);
  });

  test('R10 n = 0 completes, but N_OF fails', () => {
    const empty = (params: string) => runOf(plan(`g: GROUP ASYNC {${params}}`)).lines.slice(2);
    expect(empty('completion: FIRST_FAILURE')).toEqual(['ok /g null', 'completed {}']);
    expect(empty('completion: ALL_SETTLED, merge: COLLECT')).toEqual(['ok /g []', 'completed {}']);
    expect(empty('merge: PREFIX_BY_ACTIVITY')).toEqual(['ok /g {}', 'completed {}']);
    expect(empty('merge: FIRST_WINS')).toEqual(['ok /g null', 'completed {}']);
    expect(empty('completion: FIRST_SUCCESS')).toEqual([
      'fail /g COMPLETION_UNREACHABLE',
      'failed COMPLETION_UNREACHABLE',
    ]);
  });
});

describe('rest: ignore', () => {
  test('R11 those branches go on in the background of the enclosing scope, which does not end before them', () => {
    const run = three('completion: FIRST_SUCCESS, rest: ignore', 'z: CAPABILITY echo\n      g -> z');
    expect(run.done('/g/a#1', 1)).toEqual([
      'ok /g/a#1 1',
      'layer /g/a#1 v 1',
      'set /g v 1',
      'ok /g 1',
      'start /z#1',
      'call /z#1 echo',
    ]);
    expect(run.done('/z#1')).toEqual(['ok /z#1 null']);
    expect(run.status).toBe('running');
    expect(run.done('/g/b#1', 2)).toEqual(['ok /g/b#1 2', 'layer /g/b#1 v 2']);
    expect(run.done('/g/c#1', 3)).toEqual(['ok /g/c#1 3', 'layer /g/c#1 v 3', 'completed {"v":1}']);
  });

  test('R11 their failures go nowhere', () => {
    const run = three('completion: FIRST_SUCCESS, rest: ignore');
    run.done('/g/a#1', 1);
    run.fails('/g/b#1');
    expect(run.fails('/g/c#1')).toEqual(['fail /g/c#1 BROKEN', 'completed {"v":1}']);
  });

  test('R11 no further branch opens while they go on', () => {
    const run = three('completion: FIRST_SUCCESS, rest: ignore, maxConcurrency: 2');
    run.done('/g/a#1', 1);
    expect(run.open).toEqual(['/g/b#1']);
    expect(run.done('/g/b#1')).toContain('completed {"v":1}');
  });

  test('R11 the enclosing scope is the innermost: a row waits for what goes on behind its group', () => {
    const run = runOf(
      plan(`
        row: GROUP SYNC
          g: GROUP ASYNC {completion: FIRST_SUCCESS, rest: ignore}
            a: CAPABILITY echo
            b: CAPABILITY echo
        z: CAPABILITY echo
        row -> z
      `),
    );
    expect(run.done('/row/g/a#1', 1)).toEqual(['ok /row/g/a#1 1', 'ok /row/g 1']);
    expect(run.done('/row/g/b#1', 2)).toEqual([
      'ok /row/g/b#1 2',
      'ok /row 1',
      'start /z#1',
      'call /z#1 echo',
    ]);
  });

  test('R11 a container that fails always cancels its rest', () => {
    const run = three('completion: FIRST_FAILURE, rest: ignore');
    expect(run.fails('/g/a#1')).toContain('withdraw /g/c#1');
    const late = three(
      'completion: FIRST_SUCCESS, rest: ignore, output: {v: "nothing.there"}, onError: continue',
    );
    const lines = late.done('/g/a#1', 1);
    expect(lines).toContain('withdraw /g/b#1');
    expect(lines).toContain('handled /g EXPRESSION_ERROR');
  });

  test('R15 an END of the enclosing scope cancels them (R17)', () => {
    const run = runOf(
      plan(`
        g: GROUP ASYNC {completion: FIRST_SUCCESS, rest: ignore}
          a: CAPABILITY echo
          b: CAPABILITY echo
        stop: END
        g -> stop
      `),
    );
    expect(run.done('/g/a#1')).toEqual([
      'ok /g/a#1 null',
      'ok /g null',
      'start /stop#1',
      'ok /stop#1',
      'cancel /g/b#1',
      'withdraw /g/b#1',
      'completed {}',
    ]);
  });

  test('R11 an END with ends: plan in a late branch ends that branch only', () => {
    const run = runOf(
      plan(`
        g: GROUP ASYNC {completion: FIRST_SUCCESS, rest: ignore}
          a: CAPABILITY echo
          b: CAPABILITY echo
          stop: END plan
          b -> stop
        z: CAPABILITY echo
        g -> z
      `),
    );
    run.done('/g/a#1');
    expect(run.done('/g/b#1')).toEqual(['ok /g/b#1 null', 'start /g/stop#1', 'ok /g/stop#1']);
    expect(run.done('/z#1')).toContain('completed {}');
  });
});

describe('how the branches of an ASYNC GROUP are merged', () => {
  test('R21 FIRST_WINS: variable by variable the branch that ended first, and its value', () => {
    const run = runOf(
      plan(`
        out a   out b
        g: GROUP ASYNC {merge: FIRST_WINS}
          x: CAPABILITY echo {output: {a: "result", b: "result"}}
          y: CAPABILITY echo {output: {a: "result"}}
      `),
    );
    run.done('/g/y#1', 2);
    expect(run.done('/g/x#1', 1).slice(3)).toEqual([
      'set /g a 2',
      'set /g b 1',
      'ok /g 2',
      'completed {"a":2,"b":1}',
    ]);
  });

  test('R21 PREFIX_BY_ACTIVITY: what each wrote under its first node, without writing it', () => {
    const run = runOf(
      plan(`
        out a   out all
        g: GROUP ASYNC {merge: PREFIX_BY_ACTIVITY, output: {all: "result"}, completion: ALL_SETTLED}
          x: CAPABILITY echo {output: {a: "result"}}
          y: CAPABILITY echo
          y2: CAPABILITY echo {output: {a: "result"}}
          y -> y2
          bad: CAPABILITY echo {output: {a: "result"}}
      `),
    );
    run.fails('/g/bad#1');
    run.done('/g/y#1', 0);
    run.done('/g/y2#1', 2);
    expect(run.done('/g/x#1', 1).slice(2)).toEqual([
      'ok /g {"x":{"a":1},"y":{"a":2}}',
      'set /g all {"x":{"a":1},"y":{"a":2}}',
      'completed {"all":{"x":{"a":1},"y":{"a":2}}}',
    ]);
  });

  test('R21 CAPABILITY(id): called at !merge with the list; its object is written, and is the result', () => {
    const run = runOf(
      plan(`
        out total   out whole
        g: GROUP ASYNC {merge: "CAPABILITY(echo)", output: {whole: "result"}}
          x: CAPABILITY echo
          y: CAPABILITY echo
      `),
    );
    run.done('/g/y#1', 2);
    expect(run.done('/g/x#1', 1)).toEqual(['ok /g/x#1 1', 'call /g!merge echo']);
    expect(run.command('/g!merge')).toMatchObject({ input: [1, 2] });
    expect(run.done('/g!merge', { total: 3, other: 4 })).toEqual([
      'set /g total 3',
      'ok /g {"other":4,"total":3}',
      'set /g whole {"other":4,"total":3}',
      'completed {"total":3,"whole":{"other":4,"total":3}}',
    ]);
  });

  test('R10 CAPABILITY(id) without a branch is called with []', () => {
    const run = runOf(plan('out total\ng: GROUP ASYNC {merge: "CAPABILITY(echo)"}'));
    expect(run.command('/g!merge')).toMatchObject({ input: [] });
    expect(run.done('/g!merge', { total: 0 })).toContain('ok /g {"total":0}');
  });

  test('R21 a merge whose object names no variable completes its container all the same', () => {
    const run = runOf(plan('g: GROUP ASYNC {merge: "CAPABILITY(echo)"}\n  a: CAPABILITY echo'));
    run.done('/g/a#1');
    expect(run.done('/g!merge', { other: 1 })).toEqual(['ok /g {"other":1}', 'completed {}']);
  });

  test('R21 a merge that fails, or gives no object, fails its container', () => {
    const merged = () => runOf(plan('g: GROUP ASYNC {merge: "CAPABILITY(echo)"}'));
    expect(merged().fails('/g!merge')).toEqual(['fail /g BROKEN', 'failed BROKEN']);
    expect(merged().done('/g!merge', [1])).toEqual(['fail /g RESULT_INVALID', 'failed RESULT_INVALID']);
  });

  test('R19 a merge that falls due while the run is paused is called at resume', () => {
    const run = runOf(plan('g: GROUP ASYNC {merge: "CAPABILITY(echo)"}\n  x: CAPABILITY echo'));
    run.pause();
    expect(run.done('/g/x#1', 1)).toEqual(['ok /g/x#1 1']);
    expect(run.resume()).toEqual(['resumed', 'call /g!merge echo']);
  });

  test('K10 a merge is counted against the budget of calls', () => {
    const run = runOf(plan('g: GROUP ASYNC {merge: "CAPABILITY(echo)"}\n  x: CAPABILITY echo'), {
      budget: { calls: 1 },
    });
    expect(run.done('/g/x#1', 1)).toEqual(['ok /g/x#1 1', 'paused budget']);
    expect(run.feed({ type: 'budget.raised', budget: { calls: 2 } })).toContain('call /g!merge echo');
  });

  test('L2 the timeout of a group bounds its merge too', () => {
    const run = runOf(plan('g: GROUP ASYNC {merge: "CAPABILITY(echo)", timeoutMs: 10}'));
    expect(run.fires('/g!timeout')).toEqual(['fail /g TIMEOUT', 'withdraw /g!merge', 'failed TIMEOUT']);
  });
});
