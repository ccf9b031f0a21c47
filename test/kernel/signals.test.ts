import { describe, expect, test } from 'vitest';
import { type Json, LIMITS } from '#base';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

const hears = (params: string, more = '') =>
  plan(`
    var got
    w: EVENT_WAIT {events: {go: start, no: stop}, ${params}}
    a: CAPABILITY echo
    b: CAPABILITY echo
    w.go -> a
    w.no -> b
    ${more}
  `);

describe('EVENT_WAIT', () => {
  test('L1 waits; the first of its events decides its port, the others are withdrawn (R5)', () => {
    const run = runOf(hears('resultVariable: got'));
    expect(run.lines).toEqual(['started', 'start /w#1', 'waits /w#1 signal', 'listen /w#1 start stop']);
    expect(run.status).toBe('waiting');
    expect(run.signal('stop', { why: 'x' })).toEqual([
      'taken /w#1 stop',
      'ok /w#1 no {"why":"x"}',
      'set /w#1 got {"why":"x"}',
      'skip /a dead',
      'start /b#1',
      'call /b#1 echo',
    ]);
    expect(run.signal('start')).toEqual(['kept start']);
  });

  test('L9 `when` sees the variables and event = {type, data}; the first that holds decides', () => {
    const run = runOf(
      plan(`
        var least = 10
        w: EVENT_WAIT {events: {big: {event: paid, when: "event.type == 'paid' && event.data.amount > least"}, small: paid}}
        a: CAPABILITY echo
        b: CAPABILITY echo
        w.big -> a
        w.small -> b
      `),
    );
    expect(run.signal('paid', { amount: 11 })).toContain('ok /w#1 big {"amount":11}');
  });

  test('R16 a signal that no condition wants is kept', () => {
    const run = runOf(plan('w: EVENT_WAIT {events: {big: {event: paid, when: "event.data > 10"}}}'));
    expect(run.signal('paid', 3)).toEqual(['kept paid']);
    expect(run.signal('paid', 30)).toEqual(['taken /w#1 paid', 'ok /w#1 big 30', 'completed {}']);
  });

  test('R16 fault S3 a condition that has no value does not match: an entry says why, and the signal goes on to the next', () => {
    const run = runOf(
      plan(`
        v: EVENT_WAIT {events: {x: {event: paid, when: "event.data.amount > 1"}}, onError: route}
        w: EVENT_WAIT {events: {y: paid}}
        h: CAPABILITY echo
        v.error -> h
      `),
    );
    expect(run.signal('paid', 7)).toEqual([
      'refused /v#1 EXPRESSION_ERROR',
      'taken /w#1 paid',
      'ok /w#1 y 7',
    ]);
    expect(run.signal('paid', { amount: 2 })).toContain('taken /v#1 paid');
  });

  test('R16 fault S3 a signal that nobody can read is kept, and a wait that starts passes it over', () => {
    const run = runOf(
      plan(`
        a: CAPABILITY echo
        w: EVENT_WAIT {events: {x: {event: s, when: "event.data.n > 1"}, y: {event: s, when: "event.data == 0"}}}
        a -> w
      `),
    );
    expect(run.signal('s', 'odd')).toEqual(['kept s']);
    expect(run.done('/a#1')).toEqual([
      'ok /a#1 null',
      'start /w#1',
      'refused /w#1 EXPRESSION_ERROR',
      'waits /w#1 signal',
      'listen /w#1 s s',
    ]);
    // What one of its events cannot read may be another.
    expect(run.signal('s', 0)).toEqual([
      'refused /w#1 EXPRESSION_ERROR',
      'taken /w#1 s',
      'ok /w#1 y 0',
      'completed {}',
    ]);
  });

  test('R16 a kept signal is taken when a persistent wait that matches starts: the oldest such', () => {
    const run = runOf(
      plan(
        'out got\na: CAPABILITY echo\nw: EVENT_WAIT {events: {x: {event: s, when: "event.data > 1"}}, output: {got: "result"}}\na -> w',
      ),
    );
    run.signal('s', 1);
    run.signal('s', 2);
    run.signal('s', 3);
    expect(run.done('/a#1')).toEqual([
      'ok /a#1 null',
      'start /w#1',
      'taken /w#1 s',
      'ok /w#1 x 2',
      'set /w#1 got 2',
      'completed {"got":2}',
    ]);
    expect(run.state?.signals).toEqual([
      { event: 's', data: 1 },
      { event: 's', data: 3 },
    ]);
  });

  test('R16 a transient wait hears only what comes while it waits', () => {
    const run = runOf(plan('a: CAPABILITY echo\nw: EVENT_WAIT {events: {x: s}, mode: transient}\na -> w'));
    run.signal('s', 1);
    expect(run.done('/a#1')).toContain('listen /w#1 s');
    expect(run.signal('s', 2)).toEqual(['taken /w#1 s', 'ok /w#1 x 2', 'completed {}']);
  });

  test('R16 a signal is taken by the oldest matching wait, once', () => {
    const run = runOf(
      plan(`
        a: CAPABILITY echo
        late: EVENT_WAIT {events: {x: s}}
        early: EVENT_WAIT {events: {x: s}}
        a -> late
      `),
    );
    run.done('/a#1');
    expect(run.signal('s', 1)).toEqual(['taken /early#1 s', 'ok /early#1 x 1']);
    expect(run.signal('s', 2)).toEqual(['taken /late#1 s', 'ok /late#1 x 2', 'completed {}']);
  });

  test('L9 with an edge at timeout it succeeds with result null and takes only that port', () => {
    const run = runOf(hears('timeoutMs: 60, resultVariable: got', 'z: CAPABILITY echo\n    w.timeout -> z'));
    expect(run.lines.slice(-2)).toEqual(['listen /w#1 start stop', 'timeout /w#1!timeout 60']);
    expect(run.fires('/w#1!timeout')).toEqual([
      'ok /w#1 timeout null',
      'withdraw /w#1',
      'set /w#1 got null',
      'skip /a dead',
      'skip /b dead',
      'start /z#1',
      'call /z#1 echo',
    ]);
  });

  test('L9 without an edge at timeout it fails TIMEOUT; retry waits anew (L2)', () => {
    const run = runOf(hears('timeoutMs: 60, retry: {maxAttempts: 2, initialIntervalMs: 5}'));
    expect(run.fires('/w#1!timeout')).toEqual([
      'again /w#1 TIMEOUT 5',
      'withdraw /w#1',
      'retry /w#1!retry 5',
    ]);
    run.signal('start', 1);
    expect(run.fires('/w#1!retry')).toContain('taken /w#2 start');
  });

  test('R21 its value is the payload', () => {
    const run = runOf(plan('out v\ng: GROUP SYNC {output: {v: "result"}}\n  w: EVENT_WAIT {events: {x: s}}'));
    expect(run.signal('s', 5)).toContain('completed {"v":5}');
  });

  test('R19 a signal settles a wait while the run is paused; what follows waits', () => {
    const run = runOf(hears(''));
    run.pause();
    expect(run.signal('start', 1)).toEqual(['taken /w#1 start', 'ok /w#1 go 1', 'skip /b dead']);
    expect(run.resume()).toEqual(['resumed', 'start /a#1', 'call /a#1 echo']);
  });

  test('R23 a run that waits for a signal waits for something named, and can be cancelled', () => {
    const run = runOf(hears(''));
    expect(run.cancel()).toEqual(['cancel /w#1', 'withdraw /w#1', 'cancelled']);
  });
});

describe('signals', () => {
  test('case D4, T6 a name of ours or of the machines is refused, the state unchanged', () => {
    const run = runOf(plan('a: CAPABILITY echo'));
    const before = run.state;
    for (const event of ['xstate.done.actor.a', 'sys.x', 'planloom.y', '', '1a', '__proto__']) {
      expect(run.signal(event)).toEqual(['refused SIGNAL_INVALID']);
    }
    const deep = Array.from({ length: LIMITS.jsonDepth + 1 }).reduce<Json>((inner) => [inner], 1);
    expect(run.signal('ok', deep)).toEqual(['refused SIGNAL_INVALID']);
    expect(run.state).toBe(before);
  });

  test('a run keeps as many as the limit says, and refuses one more', () => {
    const run = runOf(plan('a: CAPABILITY echo'));
    const { state } = run;
    if (state === null) throw new Error('the run has begun');
    const signals = Array.from({ length: LIMITS.keptSignals - 1 }, () => ({ event: 'x', data: null }));
    run.state = { ...state, signals };
    expect(run.signal('x')).toEqual(['kept x']);
    expect(run.signal('x')).toEqual(['refused SIGNALS_FULL']);
  });

  test('R17 after the end of the run a signal is late', () => {
    const run = runOf(plan('a: CAPABILITY echo'));
    run.done('/a#1');
    expect(run.signal('s')).toEqual(['late signal.received']);
  });
});

describe('cancelOn', () => {
  const twice = plan(`
    a: CAPABILITY echo {cancelOn: stop}
    b: CAPABILITY echo {cancelOn: stop}
    g: GROUP ASYNC {cancelOn: halt}
      x: CAPABILITY echo
      y: CAPABILITY echo {cancelOn: stop}
    z: CAPABILITY echo
    a -> b
    b -> z
    g -> z
  `);

  test('R16 a signal cancels every unsettled node with that cancelOn, pending ones too, together; then edges die', () => {
    const run = runOf(twice);
    expect(run.signal('stop')).toEqual([
      'cancel /g/y#1',
      'withdraw /g/y#1',
      'cancel /a#1',
      'withdraw /a#1',
      'cancel /b',
      'kept stop',
    ]);
    expect(run.done('/g/x#1')).toEqual(['ok /g/x#1 null', 'ok /g null', 'start /z#1', 'call /z#1 echo']);
    expect(run.done('/a#1')).toEqual(['late /a#1 effect.succeeded']);
  });

  test('R16, R17 a container is cancelled with what is active inside, deepest first', () => {
    const run = runOf(twice);
    expect(run.signal('halt').slice(0, 5)).toEqual([
      'cancel /g/x#1',
      'withdraw /g/x#1',
      'cancel /g/y#1',
      'withdraw /g/y#1',
      'cancel /g',
    ]);
  });

  test('R16 settled nodes are left alone, and a node whose scope never opened too', () => {
    const run = runOf(
      plan(
        'a: CAPABILITY echo {cancelOn: stop}\ng: GROUP SYNC\n  b: CAPABILITY echo {cancelOn: stop}\na -> g',
      ),
    );
    run.done('/a#1');
    expect(run.signal('stop')).toEqual([
      'cancel /g/b#1',
      'withdraw /g/b#1',
      'kept stop',
      'ok /g null',
      'completed {}',
    ]);
  });

  test('R16 it first cancels, then is taken by the oldest matching wait', () => {
    const run = runOf(
      plan(
        'a: CAPABILITY echo {cancelOn: s}\nv: EVENT_WAIT {events: {x: s}, cancelOn: s}\nw: EVENT_WAIT {events: {x: s}}',
      ),
    );
    expect(run.signal('s', 1)).toEqual([
      'cancel /a#1',
      'withdraw /a#1',
      'cancel /v#1',
      'withdraw /v#1',
      'taken /w#1 s',
      'ok /w#1 x 1',
      'completed {}',
    ]);
  });

  test('R5 in a SYNC GROUP nothing follows a child that was cancelled: the rest is skipped (R4)', () => {
    const run = runOf(
      plan(
        'g: GROUP SYNC\n  a: CAPABILITY echo\n  b: CAPABILITY echo {cancelOn: stop}\n  c: CAPABILITY echo\nz: CAPABILITY echo\ng -> z',
      ),
    );
    run.done('/g/a#1');
    expect(run.signal('stop')).toEqual([
      'cancel /g/b#1',
      'withdraw /g/b#1',
      'skip /g/c dead',
      'kept stop',
      'ok /g null',
      'start /z#1',
      'call /z#1 echo',
    ]);
  });

  test('R16 a retrying node is cancelled with its timer', () => {
    const run = runOf(plan('a: CAPABILITY echo {cancelOn: stop, retry: {maxAttempts: 2}}'));
    run.fails('/a#1');
    expect(run.signal('stop')).toEqual(['cancel /a#1', 'withdraw /a#1!retry', 'kept stop', 'completed {}']);
  });

  test('R20 what a cancelled branch wrote is dropped with its layer when the container fails, kept when it ends well', () => {
    const run = runOf(
      plan(`
        out v
        g: GROUP ASYNC
          a: CAPABILITY echo {output: {v: "result"}}
          b: CAPABILITY echo {cancelOn: stop}
          a -> b
      `),
    );
    run.done('/g/a#1', 1);
    expect(run.signal('stop')).toContain('completed {"v":1}');
  });
});

describe('CANCEL', () => {
  test('R16 cancels the named unsettled nodes of its scope, pending ones too, and goes on', () => {
    const run = runOf(
      plan(`
        a: CAPABILITY echo
        k: CANCEL {nodes: [slow, after]}
        slow: CAPABILITY echo
        mid: CAPABILITY echo
        after: CAPABILITY echo
        z: CAPABILITY echo
        a -> k -> z
        slow -> mid
        mid -> after
      `),
    );
    expect(run.done('/a#1')).toEqual([
      'ok /a#1 null',
      'start /k#1',
      'cancel /slow#1',
      'withdraw /slow#1',
      'cancel /after',
      'skip /mid dead',
      'ok /k#1',
      'start /z#1',
      'call /z#1 echo',
    ]);
  });

  test('R16 in an ASYNC GROUP it reaches all open branches of that group, and no others', () => {
    const run = runOf(
      plan(`
        g: GROUP ASYNC {maxConcurrency: 2}
          a: CAPABILITY echo
          k: CANCEL {nodes: [b, c]}
          b: CAPABILITY echo
          c: CAPABILITY echo
          a -> k
      `),
    );
    expect(run.done('/g/a#1')).toEqual([
      'ok /g/a#1 null',
      'start /g/k#1',
      'cancel /g/b#1',
      'withdraw /g/b#1',
      'ok /g/k#1',
      'start /g/c#1',
      'call /g/c#1 echo',
    ]);
    expect(run.done('/g/c#1')).toContain('completed {}');
  });

  test('R16 settled nodes are left as they are; with nothing to cancel it only goes on', () => {
    const run = runOf(plan('a: CAPABILITY echo\nk: CANCEL {nodes: [a]}\na -> k'));
    expect(run.done('/a#1')).toEqual(['ok /a#1 null', 'start /k#1', 'ok /k#1', 'completed {}']);
  });

  test('R16 a node that is ready and has not had its turn is cancelled before it starts', () => {
    const run = runOf(plan('k: CANCEL {nodes: [b]}\nb: CAPABILITY echo\nz: CAPABILITY echo\nb -> z'));
    expect(run.lines).toEqual([
      'started',
      'start /k#1',
      'cancel /b',
      'skip /z dead',
      'ok /k#1',
      'completed {}',
    ]);
  });

  test('R4, R6 a JOIN behind a cancelled node goes on with what arrives', () => {
    const run = runOf(
      plan(`
        f: FORK
        a: CAPABILITY echo
        b: CAPABILITY echo
        k: CANCEL {nodes: [b]}
        j: JOIN
        z: CAPABILITY echo
        f -> a -> k -> j
        f -> b -> j
        j -> z
      `),
    );
    expect(run.done('/a#1')).toEqual([
      'ok /a#1 null',
      'start /k#1',
      'cancel /b#1',
      'withdraw /b#1',
      'ok /k#1',
      'start /j#1',
      'ok /j#1',
      'start /z#1',
      'call /z#1 echo',
    ]);
  });

  test('R16 a later child of a SYNC GROUP is cancelled before its turn', () => {
    const run = runOf(
      plan(
        'g: GROUP SYNC\n  k: CANCEL {nodes: [c]}\n  b: CAPABILITY echo\n  c: CAPABILITY echo\n  d: CAPABILITY echo',
      ),
    );
    expect(run.lines).toContain('cancel /g/c');
    expect(run.done('/g/b#1')).toEqual(['ok /g/b#1 null', 'ok /g null', 'completed {}']);
    expect(run.history).toContain('skip /g/d dead');
  });
});

describe('DELAY', () => {
  test('L1 waits for a duration: a timer at <node>!delay', () => {
    const run = runOf(plan('d: DELAY {forMs: 500}\nz: CAPABILITY echo\nd -> z'));
    expect(run.lines).toEqual(['started', 'start /d#1', 'waits /d#1 timer', 'delay /d#1!delay 500']);
    expect(run.status).toBe('running');
    expect(run.fires('/d#1!delay')).toEqual(['ok /d#1', 'start /z#1', 'call /z#1 echo']);
  });

  test('L1 or until a time', () => {
    const run = runOf(plan('d: DELAY {until: "2031-05-01T08:00:00+02:00"}'));
    expect(run.lines.at(-1)).toBe('until /d#1!delay 2031-05-01T08:00:00+02:00');
    expect(run.fires('/d#1!delay')).toEqual(['ok /d#1', 'completed {}']);
  });

  test('L9 its own timeoutMs bounds it', () => {
    const run = runOf(plan('d: DELAY {forMs: 500, timeoutMs: 100}'));
    expect(run.open).toEqual(['/d#1!delay', '/d#1!timeout']);
    expect(run.fires('/d#1!timeout')).toEqual(['fail /d#1 TIMEOUT', 'withdraw /d#1!delay', 'failed TIMEOUT']);
  });

  test('R19 its timer is overdue while the run is paused, and fires once at resume, after ready nodes', () => {
    const run = runOf(
      plan('d: DELAY {forMs: 5}\ne: DELAY {forMs: 4}\na: CAPABILITY echo\nb: CAPABILITY echo\na -> b'),
    );
    run.pause();
    expect(run.fires('/e#1!delay')).toEqual([]);
    expect(run.fires('/d#1!delay')).toEqual([]);
    run.done('/a#1');
    expect(run.resume()).toEqual(['resumed', 'start /b#1', 'call /b#1 echo', 'ok /e#1', 'ok /d#1']);
    expect(run.fires('/d#1!delay')).toEqual(['late /d#1!delay timer.fired']);
  });
});
