import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

const starts = (lines: readonly string[]) => lines.filter((line) => /^(start|waits) /.test(line));

describe('R5 settling', () => {
  test('a wait takes the port of its event, or timeout, and kills all its others', () => {
    const run = runOf(
      plan(`
        w: EVENT_WAIT {events: {a: s, b: t}, timeoutMs: 9, onError: route}
        x: CAPABILITY echo
        y: CAPABILITY echo
        z: CAPABILITY echo
        h: CAPABILITY echo
        w.a -> x
        w.b -> y
        w.timeout -> z
        w.error -> h
      `),
    );
    expect(run.signal('t', 1)).toEqual([
      'taken /w#1 t',
      'ok /w#1 b 1',
      'withdraw /w#1!timeout',
      'skip /x dead',
      'skip /z dead',
      'skip /h dead',
      'start /y#1',
      'call /y#1 echo',
    ]);
  });

  test.each(['', ', cancelOn: never'])(
    'in a SYNC GROUP the next child follows every success, whatever port it chose, and every continue (%s)',
    (more) => {
      const run = runOf(
        plan(`
          g: GROUP SYNC
            w: EVENT_WAIT {events: {a: s, b: t}${more}}
            i: IF false
            c: CAPABILITY echo {onError: continue}
            ask: HUMAN_INPUT {decisions: [yes, no]}
            d: DELAY {forMs: 1}
            z: CAPABILITY echo
        `),
      );
      run.signal('t');
      expect(starts(run.lines)).toEqual(['start /g/i#1', 'start /g/c#1']);
      run.fails('/g/c#1');
      run.answer('/g/ask', { decision: 'no' });
      expect(starts(run.fires('/g/d#1!delay'))).toEqual(['start /g/z#1']);
    },
  );

  test('skipped and cancelled nodes take none', () => {
    const run = runOf(
      plan('a: CAPABILITY echo {cancelOn: stop}\nb: CAPABILITY echo\nc: CAPABILITY echo\na -> b -> c'),
    );
    expect(run.signal('stop')).toEqual([
      'cancel /a#1',
      'withdraw /a#1',
      'skip /b dead',
      'skip /c dead',
      'kept stop',
      'completed {}',
    ]);
  });
});

describe('R16, L2 a background node', () => {
  const BACKGROUND = plan(`
    a: CAPABILITY echo {background: true, cancelOn: stop}
    b: CAPABILITY echo
    a -> b
  `);

  test('is cancelled by its cancelOn, though it counts as succeeded for its scope', () => {
    const run = runOf(BACKGROUND);
    run.done('/b#1');
    expect(run.status).toBe('running');
    expect(run.signal('stop')).toEqual(['cancel /a#1', 'withdraw /a#1', 'kept stop', 'completed {}']);
  });

  test('is cancelled by a CANCEL that names it', () => {
    const run = runOf(
      plan('a: CAPABILITY echo {background: true}\nb: CAPABILITY echo\nk: CANCEL {nodes: [a]}\na -> b -> k'),
    );
    expect(run.done('/b#1')).toEqual([
      'ok /b#1 null',
      'start /k#1',
      'cancel /a#1',
      'withdraw /a#1',
      'ok /k#1',
      'completed {}',
    ]);
  });

  test('L2 it holds its mutex until it is settled', () => {
    const run = runOf(plan('a: CAPABILITY echo {background: true, mutex: m}\nb: CAPABILITY echo {mutex: m}'));
    expect(run.lines).toContain('waits /b#1 mutex');
    expect(starts(run.done('/a#1'))).toEqual(['start /b#1']);
  });
});

describe('R16 in containers of every kind', () => {
  test('cancelOn reaches every open round, item and attempt; those that have not opened are left alone', () => {
    const run = runOf(
      plan(`
        each: ITERATOR {items: "[1, 2, 3]", concurrency: 2}
          x: CAPABILITY echo {cancelOn: stop}
      `),
    );
    expect(starts(run.lines)).toEqual(['start /each', 'start /each[0]/x#1', 'start /each[1]/x#1']);
    expect(run.signal('stop')).toEqual([
      'cancel /each[0]/x#1',
      'withdraw /each[0]/x#1',
      'cancel /each[1]/x#1',
      'withdraw /each[1]/x#1',
      'kept stop',
      'start /each[2]/x#1',
      'call /each[2]/x#1 echo',
    ]);
  });

  test('a container that is tried again waits for its mutex no second time', () => {
    const run = runOf(
      plan(`
        g: GROUP SYNC {mutex: m, retry: {maxAttempts: 2, initialIntervalMs: 5}}
          x: CAPABILITY echo
        b: CAPABILITY echo {mutex: m}
      `),
    );
    run.fails('/g/x#1');
    expect(starts(run.fires('/g!retry'))).toEqual(['start /g#2', 'start /g#2/x#1']);
    expect(starts(run.done('/g#2/x#1'))).toEqual(['start /b#1']);
  });

  test('R12, R16 a TRY_CATCH that is cancelled runs neither catch nor finally', () => {
    const run = runOf(
      plan(`
        g: TRY_CATCH {cancelOn: stop}
          try: BODY
            x: CAPABILITY echo
          finally: BODY
            f: CAPABILITY echo
        z: CAPABILITY echo
        g -> z
      `),
    );
    expect(run.signal('stop')).toEqual([
      'cancel /g.try/x#1',
      'withdraw /g.try/x#1',
      'cancel /g',
      'skip /z dead',
      'kept stop',
      'completed {}',
    ]);
  });

  test('R7 a LOOP on the way to a JOIN is cancelled with its round', () => {
    const run = runOf(
      plan(`
        a: CAPABILITY echo
        l: LOOP {while: "true", maxIterations: 3}
          x: CAPABILITY echo
        j: JOIN N_OF(1)
        a -> j
        l -> j
      `),
    );
    run.done('/l[0]/x#1');
    expect(run.done('/a#1')).toEqual([
      'ok /a#1 null',
      'start /j#1',
      'cancel /l[1]/x#1',
      'withdraw /l[1]/x#1',
      'cancel /l',
      'ok /j#1',
      'completed {}',
    ]);
  });
});

describe('K6 uncertain effects', () => {
  test('a wait for a signal and a delay are never uncertain: nothing happened outside', () => {
    const run = runOf(plan('w: EVENT_WAIT {events: {x: s}}\nd: DELAY {forMs: 5}'));
    expect(run.feed({ type: 'effect.uncertain', address: '/w#1' as never })).toEqual([
      'late /w#1 effect.uncertain',
    ]);
    expect(run.feed({ type: 'effect.uncertain', address: '/d#1!delay' as never })).toEqual([
      'late /d#1!delay effect.uncertain',
    ]);
  });

  test('while one is uncertain a signal settles waits, and nothing new starts', () => {
    const run = runOf(
      plan('a: CAPABILITY echo\nw: EVENT_WAIT {events: {x: s}}\nz: CAPABILITY echo\nw.x -> z'),
    );
    run.feed({ type: 'effect.uncertain', address: '/a#1' as never });
    expect(run.signal('s', 1)).toEqual(['taken /w#1 s', 'ok /w#1 x 1']);
    expect(
      run.feed({ type: 'effect.settled', address: '/a#1' as never, as: { kind: 'done', result: 2 } }),
    ).toEqual(['ok /a#1 2', 'start /z#1', 'call /z#1 echo']);
  });

  test('one that is cancelled by a signal asks no more', () => {
    const run = runOf(plan('a: CAPABILITY echo {cancelOn: stop}\nb: CAPABILITY echo'));
    run.feed({ type: 'effect.uncertain', address: '/a#1' as never });
    expect(run.status).toBe('uncertain');
    run.signal('stop');
    expect(run.status).toBe('running');
  });
});
