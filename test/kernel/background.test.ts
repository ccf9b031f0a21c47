import { describe, expect, test } from 'vitest';
import { persist, restore } from '#kernel';
import { body, plan } from '../notation/plan';
import { runOf } from '../notation/run';

describe('`background: true`', () => {
  test('L2 its out is taken when it starts; the run waits for it; its writes are dropped', () => {
    const run = runOf(
      plan(`
        out v
        a: CAPABILITY echo {background: true, output: {v: "result"}}
        b: CAPABILITY echo
        a -> b
      `),
    );
    expect(run.lines.slice(1)).toEqual(['start /a#1', 'call /a#1 echo', 'start /b#1', 'call /b#1 echo']);
    expect(run.done('/b#1')).toEqual(['ok /b#1 null']);
    expect(run.done('/a#1', 1)).toEqual(['ok /a#1 1', 'completed {}']);
  });

  test('L9 a wait with an edge at timeout succeeds when its time is over, in the background too', () => {
    const run = runOf(
      plan(`
        ask: HUMAN_INPUT Well? {timeoutMs: 50, background: true}
        late: CAPABILITY echo
        ask.timeout -> late
      `),
    );
    // Its edge is not lost when the state is put into JSON.
    if (run.state) run.state = restore(persist(run.state));
    expect(run.fires('/ask#1!timeout')).toEqual([
      'ok /ask#1 timeout null',
      'withdraw /ask#1',
      'completed {}',
    ]);
  });

  test('L2 its failure is recorded and goes nowhere, after its retries', () => {
    const run = runOf(plan('a: CAPABILITY echo {background: true, retry: {maxAttempts: 2}}'));
    run.fails('/a#1');
    run.fires('/a#1!retry');
    expect(run.fails('/a#2')).toEqual(['fail /a#2 BROKEN', 'completed {}']);
  });

  test('L2 a container goes on by itself after the scope around it has ended', () => {
    const run = runOf(
      plan(`
        row: GROUP SYNC
          g: GROUP ASYNC {background: true}
            x: CAPABILITY echo
            y: CAPABILITY echo
        z: CAPABILITY echo
        row -> z
      `),
    );
    expect(run.lines.slice(1)).toEqual([
      'start /row',
      'start /row/g',
      'start /row/g/x#1',
      'call /row/g/x#1 echo',
      'start /row/g/y#1',
      'call /row/g/y#1 echo',
      'ok /row null',
      'start /z#1',
      'call /z#1 echo',
    ]);
    run.done('/z#1');
    run.done('/row/g/x#1');
    expect(run.done('/row/g/y#1', 1)).toEqual(['ok /row/g/y#1 1', 'ok /row/g 1', 'completed {}']);
  });

  test('L2 an END in it ends nothing outside, whatever it says', () => {
    const run = runOf(
      plan(`
        g: GROUP SYNC {background: true}
          t: FILL_TEMPLATE x
          stop: END run
        z: CAPABILITY echo
        g -> z
      `),
    );
    expect(run.lines).toContain('ok /g/stop#1');
    expect(run.lines).toContain('cancel /g');
    expect(run.done('/z#1')).toEqual(['ok /z#1 null', 'completed {}']);
  });

  test("L2 only the run's end cancels it: an END of the scope around it does not", () => {
    const run = runOf(
      plan(`
        row: GROUP SYNC
          a: CAPABILITY echo {background: true}
          stop: END
        z: CAPABILITY echo
        last: END run
        row -> z -> last
      `),
    );
    expect(run.lines).toContain('ok /row null');
    expect(run.lines).not.toContain('cancel /row/a#1');
    expect(run.done('/z#1')).toContain('withdraw /row/a#1');
    expect(run.status).toBe('completed');
  });

  test('R11 the rest of a background container that is ignored belongs to the run', () => {
    const run = runOf(
      plan(`
        g: GROUP ASYNC {background: true, completion: FIRST_SUCCESS, rest: ignore}
          x: CAPABILITY echo
          y: CAPABILITY echo
      `),
    );
    expect(run.done('/g/x#1', 1)).toEqual(['ok /g/x#1 1', 'ok /g 1']);
    expect(run.done('/g/y#1', 2)).toEqual(['ok /g/y#1 2', 'completed {}']);
  });

  test('R20 it sees the variables as they are layered when it starts', () => {
    const run = runOf(
      plan(`
        var v = 0
        e: ITERATOR [5] {itemVariable: n}
          w: CAPABILITY echo {output: {v: "result"}}
          g: GROUP SYNC {background: true}
            a: CAPABILITY echo
            b: CAPABILITY echo {input: {v: "{{ v }}", n: "{{ n }}"}}
          w -> g
      `),
    );
    expect(run.done('/e[0]/w#1', 1)).toContain('ok /e [1]');
    expect(run.done('/e[0]/g/a#1')).toContain('start /e[0]/g/b#1 {"n":5,"v":1}');
  });

  test('R21 the value of its scope is not its own', () => {
    const run = runOf(plan('row: GROUP SYNC\n  a: CAPABILITY echo\n  b: FILL_TEMPLATE x {background: true}'));
    expect(run.done('/row/a#1', 1)).toContain('ok /row 1');
  });

  test("I7 a background step of a dynamic plan has the rights of its plan, and its executor's defaults (L4)", () => {
    const run = runOf(
      plan(
        'p: PLANNER rules {goal: x, tools: [echo]}\ndo: PLAN_EXECUTOR {timeoutMs: 9}\nz: CAPABILITY echo\np -> do -> z',
      ),
    );
    run.proposes('/p!1', body('s: CAPABILITY echo {background: true}'));
    expect(run.lines).toContain('timeout /do@1/s#1!timeout 9');
    expect(run.lines).toContain('ok /do null');
    expect(run.done('/do@1/s#1')).toEqual(['ok /do@1/s#1 null', 'withdraw /do@1/s#1!timeout']);
    expect(run.done('/z#1')).toContain('completed {}');
  });
});

describe('`disabled`', () => {
  test('L2 skip kills its edges; in a SYNC GROUP the next follows its predecessor', () => {
    const graph = runOf(plan('a: CAPABILITY echo {disabled: skip}\nb: CAPABILITY echo\na -> b'));
    expect(graph.lines).toEqual(['started', 'skip /a disabled', 'skip /b dead', 'completed {}']);
    const row = runOf(
      plan(
        'g: GROUP SYNC\n  a: CAPABILITY echo\n  x: CAPABILITY echo {disabled: skip}\n  b: CAPABILITY echo',
      ),
    );
    expect(row.done('/g/a#1')).toEqual(['ok /g/a#1 null', 'start /g/b#1', 'call /g/b#1 echo']);
  });

  test.each([
    ['CAPABILITY echo {', '/n#1'],
    ['HUMAN_INPUT {', '/n#1'],
    ['GROUP ASYNC {', '/n'],
    ['ITERATOR "[1]" {', '/n'],
    ['LOOP {while: "true", maxIterations: 1, ', '/n'],
    ['RETRY {maxAttempts: 1, ', '/n'],
    ['TRY_CATCH {', '/n'],
    ['PLAN_EXECUTOR {', '/n'],
  ])('L2 pass takes out and applies output to its input: %s', (type, address) => {
    const inside = type.startsWith('TRY') ? '\n  try: BODY' : '';
    const run = runOf(
      plan(`out v\nn: ${type}disabled: pass, input: {x: 3}, output: {v: "result.x"}}${inside}`),
    );
    expect(run.lines.slice(2)).toEqual([`ok ${address} {"x":3}`, `set ${address} v 3`, 'completed {"v":3}']);
  });

  test('L2 pass of an inline PLANNER: both halves pass its input through', () => {
    const run = runOf(
      plan(
        'out v\nn: PLANNER rules {goal: x, execute: inline, disabled: pass, input: {x: 3}, output: {v: "result.x"}}',
      ),
    );
    expect(run.lines.slice(-3)).toEqual(['ok /n {"x":3}', 'set /n v 3', 'completed {"v":3}']);
  });

  test('L2 pass in a SYNC GROUP also for a node without out', () => {
    const run = runOf(plan('g: GROUP SYNC\n  c: IF "nothing" {disabled: pass}\n  b: CAPABILITY echo'));
    expect(run.lines).toContain('start /g/b#1');
  });
});

describe('a mutex of a node in the background', () => {
  test('L2 it starts, and its out is taken, when it has the mutex; it holds it until it has settled', () => {
    const run = runOf(
      plan(`
        a: CAPABILITY echo {mutex: m}
        b: CAPABILITY echo {mutex: m, background: true}
        c: CAPABILITY echo {mutex: m}
        b -> c
      `),
    );
    expect(run.open).toEqual(['/a#1']);
    expect(run.done('/a#1')).toEqual(['ok /a#1 null', 'start /b#1', 'call /b#1 echo', 'waits /c#1 mutex']);
    expect(run.done('/b#1')).toEqual(['ok /b#1 null', 'start /c#1', 'call /c#1 echo']);
    expect(run.done('/c#1')).toContain('completed {}');
  });
});

describe('what can cancel a node in the background', () => {
  test('L2 CANCEL, by its id', () => {
    const run = runOf(
      plan(`
        a: CAPABILITY echo {background: true}
        b: CAPABILITY echo
        stop: CANCEL {nodes: [a]}
        a -> b -> stop
      `),
    );
    expect(run.done('/b#1')).toEqual([
      'ok /b#1 null',
      'start /stop#1',
      'cancel /a#1',
      'withdraw /a#1',
      'ok /stop#1',
      'completed {}',
    ]);
  });

  test('L2 cancelOn, by its signal', () => {
    const run = runOf(
      plan('a: CAPABILITY echo {background: true, cancelOn: stop}\nb: CAPABILITY echo\na -> b'),
    );
    expect(run.feed({ type: 'signal.received', event: 'stop', data: null })).toContain('withdraw /a#1');
    expect(run.done('/b#1')).toContain('completed {}');
  });

  test('R12, R16 cancelOn of a container that an END is closing: the END goes on without its finally', () => {
    const run = runOf(
      plan(`
        t: TRY_CATCH {cancelOn: stop}
          try: BODY
            end: END plan {result: {n: 1}}
          finally: BODY
            f: CAPABILITY echo
      `),
    );
    expect(run.feed({ type: 'signal.received', event: 'stop', data: null }).slice(0, 4)).toEqual([
      'cancel /t.finally/f#1',
      'withdraw /t.finally/f#1',
      'cancel /t',
      'completed {"n":1}',
    ]);
  });
});

describe('a signal that comes while an END closes a plan', () => {
  test('R12, R18 nodes that never started are not cancelled any more, and nothing starts behind them', () => {
    const run = runOf(
      plan(`
        slow: CAPABILITY echo
        t: TRY_CATCH
          try: BODY
            stop: END plan
          finally: BODY
            f: CAPABILITY echo
        pending: CAPABILITY echo {cancelOn: halt}
        slow -> pending
      `),
    );
    expect(run.feed({ type: 'signal.received', event: 'halt', data: null }).join()).not.toContain('pending');
    expect(run.done('/t.finally/f#1')).toContain('completed {}');
  });
});

describe('a plan that runs itself in the background', () => {
  test('L9 instances count that it was started in, so that the depth is bounded', () => {
    const sub = plan('again: SUB_PLAN sub {maxDepth: 2, background: true}', 'sub');
    const main = plan('first: SUB_PLAN sub {maxDepth: 2}');
    const run = runOf(main, { closure: { plans: [main, sub] } });
    expect(run.lines.filter((line) => line.startsWith('fail'))).toEqual([
      'fail /first/again/again DEPTH_LIMIT',
    ]);
    expect(run.status).toBe('completed');
  });

  test('L2 R12 what a finally on the way out of an END sends to the background is not on that way: it can be cancelled', () => {
    const run = runOf(
      plan(`
        t: TRY_CATCH
          try: BODY
            a: CAPABILITY echo
          finally: BODY
            b: CAPABILITY echo {background: true}
            c: CANCEL {nodes: [b]}
            b -> c
      `),
    );
    expect(run.done('/t.try/a#1', 0, { break: 'plan' })).toEqual([
      'ok /t.try/a#1 0',
      'start /t.finally/b#1',
      'call /t.finally/b#1 echo',
      'start /t.finally/c#1',
      'cancel /t.finally/b#1',
      'withdraw /t.finally/b#1',
      'ok /t.finally/c#1',
      'cancel /t',
      'completed {}',
    ]);
  });
});
