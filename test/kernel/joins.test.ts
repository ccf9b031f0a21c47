import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

const callsOf = (lines: readonly string[]) => lines.filter((line) => /^(call|withdraw)/.test(line));

/** Three ways of one call each between a FORK and a JOIN, and what comes after it. */
const threeWays = (join: string, more = '') =>
  plan(`
    out said
    f: FORK
    a: CAPABILITY echo
    b: CAPABILITY echo
    c: CAPABILITY echo
    j: JOIN ${join}
    z: CAPABILITY echo
    f -> a -> j
    f -> b -> j
    f -> c -> j
    j -> z
    ${more}
  `);

describe('FORK', () => {
  test('L1 goes all its ways at once, in document order (R22)', () => {
    const run = runOf(threeWays('ALL'));
    expect(run.lines).toEqual([
      'started',
      'start /f#1',
      'ok /f#1',
      'start /a#1',
      'call /a#1 echo',
      'start /b#1',
      'call /b#1 echo',
      'start /c#1',
      'call /c#1 echo',
    ]);
  });
});

describe('JOIN', () => {
  test('R6 JOIN ALL is R4: when no incoming edge is open it starts if at least one was taken', () => {
    const run = runOf(threeWays('ALL'));
    run.done('/a#1');
    run.done('/c#1');
    expect(run.lines).toEqual(['ok /c#1 null']);
    expect(run.done('/b#1')).toEqual([
      'ok /b#1 null',
      'start /j#1',
      'ok /j#1',
      'start /z#1',
      'call /z#1 echo',
    ]);
  });

  test('R6, L5 a dead way never blocks a JOIN ALL', () => {
    const run = runOf(
      plan(`
        s: SWITCH {all: true, cases: {x: "true", y: "false"}}
        a: CAPABILITY echo
        b: CAPABILITY echo
        j: JOIN
        s.x -> a -> j
        s.y -> b -> j
      `),
    );
    expect(run.lines).toContain('skip /b dead');
    expect(run.done('/a#1')).toEqual(['ok /a#1 null', 'start /j#1', 'ok /j#1', 'completed {}']);
  });

  test('R6 N_OF(k) is the only node that starts while edges are open: at its k-th taken edge', () => {
    const run = runOf(threeWays('N_OF(2) {rest: ignore}'));
    expect(run.done('/c#1')).toEqual(['ok /c#1 null']);
    expect(run.done('/a#1')).toEqual([
      'ok /a#1 null',
      'start /j#1',
      'ok /j#1',
      'start /z#1',
      'call /z#1 echo',
    ]);
  });

  test('R6 arrivals after it started are entries late at its address; it runs once', () => {
    const run = runOf(threeWays('N_OF(1) {rest: ignore}'));
    run.done('/a#1');
    expect(run.done('/b#1')).toEqual(['ok /b#1 null', 'late /j#1 edge']);
    expect(run.fails('/c#1').slice(0, 1)).toEqual(['fail /c#1 BROKEN']);
    expect(run.history.filter((line) => line.startsWith('start /j'))).toHaveLength(1);
  });

  test('R7 rest cancel, the default, cancels the unsettled nodes from which every path leads to it', () => {
    const run = runOf(threeWays('N_OF(1)'));
    expect(run.done('/b#1')).toEqual([
      'ok /b#1 null',
      'start /j#1',
      'cancel /a#1',
      'withdraw /a#1',
      'cancel /c#1',
      'withdraw /c#1',
      'ok /j#1',
      'start /z#1',
      'call /z#1 echo',
    ]);
    expect(run.done('/a#1')).toEqual(['late /a#1 effect.succeeded']);
    expect(run.done('/z#1')).toEqual(['ok /z#1 null', 'completed {}']);
  });

  test('R7 a node with another way out goes on; one whose every path leads to the JOIN does not', () => {
    const run = runOf(
      plan(`
        f: FORK
        a: CAPABILITY echo
        b: CAPABILITY echo {onError: route}
        b2: CAPABILITY echo
        c: CAPABILITY echo
        j: JOIN N_OF(1)
        h: CAPABILITY echo
        f -> a -> j
        f -> b -> b2 -> j
        b.error -> h
        f -> c
        c -> j
      `),
    );
    expect(run.done('/a#1')).toEqual([
      'ok /a#1 null',
      'start /j#1',
      'cancel /b2',
      'cancel /c#1',
      'withdraw /c#1',
      'ok /j#1',
    ]);
    expect(run.fails('/b#1')).toEqual(['handled /b#1 BROKEN', 'start /h#1', 'call /h#1 echo']);
  });

  test('R7, R16 pending nodes too become cancelled, then edges die and skipping spreads', () => {
    const run = runOf(
      plan(`
        f: FORK
        a: CAPABILITY echo
        b: CAPABILITY echo
        b2: CAPABILITY echo
        j: JOIN N_OF(1)
        f -> a -> j
        f -> b -> b2 -> j
      `),
    );
    expect(run.done('/a#1')).toEqual([
      'ok /a#1 null',
      'start /j#1',
      'cancel /b#1',
      'withdraw /b#1',
      'cancel /b2',
      'ok /j#1',
      'completed {}',
    ]);
  });

  test('R7, R17 a container is cancelled with all that is active inside it, deepest first', () => {
    const run = runOf(
      plan(`
        f: FORK
        a: CAPABILITY echo
        g: GROUP ASYNC
          x: CAPABILITY echo
          y: CAPABILITY echo
        j: JOIN N_OF(1)
        f -> a -> j
        f -> g -> j
      `),
    );
    expect(run.done('/a#1')).toEqual([
      'ok /a#1 null',
      'start /j#1',
      'cancel /g/x#1',
      'withdraw /g/x#1',
      'cancel /g/y#1',
      'withdraw /g/y#1',
      'cancel /g',
      'ok /j#1',
      'completed {}',
    ]);
    expect(run.done('/g/x#1')).toEqual(['late /g/x#1 effect.succeeded']);
  });

  test('R6 with none taken it waits for all, then is skipped', () => {
    const run = runOf(
      plan(`
        a: CAPABILITY echo {onError: route}
        b: CAPABILITY echo {onError: route}
        h: CAPABILITY echo
        j: JOIN N_OF(2)
        z: CAPABILITY echo
        a -> j
        b -> j
        a.error -> h
        b.error -> h
        j -> z
      `),
    );
    expect(run.fails('/a#1')).toEqual(['handled /a#1 BROKEN']);
    expect(run.fails('/b#1')).toEqual([
      'handled /b#1 BROKEN',
      'skip /j dead',
      'skip /z dead',
      'start /h#1',
      'call /h#1 echo',
    ]);
  });

  const starving = (join: string) =>
    plan(`
      a: CAPABILITY echo {onError: route}
      b: CAPABILITY echo {onError: route}
      h: CAPABILITY echo
      j: JOIN N_OF(2) ${join}
      k: CAPABILITY echo
      a -> j
      b -> j
      a.error -> h
      b.error -> h
      j.error -> k
    `);

  test('R6 fault S6 nothing is late at a JOIN that starved, since it never started', () => {
    const run = runOf(
      plan(`
        a: CAPABILITY echo
        b: CAPABILITY echo
        d: CAPABILITY echo
        s: SWITCH {cases: {never: "false"}}
        j: JOIN N_OF(4) {onError: continue}
        a -> j
        b -> j
        s.never -> j
        d -> j
      `),
    );
    run.done('/a#1');
    expect(run.history).toContain('handled /j#1 JOIN_STARVED');
    expect(run.done('/b#1')).toEqual(['ok /b#1 null']);
  });

  test('R6 with some taken and k out of reach it fails JOIN_STARVED, without having started', () => {
    const run = runOf(starving(''));
    run.done('/b#1');
    expect(run.fails('/a#1')).toEqual([
      'handled /a#1 BROKEN',
      'fail /j#1 JOIN_STARVED',
      'failed JOIN_STARVED',
    ]);
  });

  test('R22 starved JOINs fail after skips have spread and before ready nodes start; onError applies', () => {
    const run = runOf(starving('{onError: route}'));
    run.fails('/a#1');
    expect(run.done('/b#1')).toEqual([
      'ok /b#1 null',
      'handled /j#1 JOIN_STARVED',
      'start /h#1',
      'call /h#1 echo',
      'start /k#1',
      'call /k#1 echo',
    ]);
  });

  test('R6, L2 a starved JOIN is not tried again: another attempt could get no more', () => {
    const run = runOf(starving('{retry: {maxAttempts: 3}}'));
    run.done('/a#1');
    expect(run.fails('/b#1')).toContain('failed JOIN_STARVED');
  });

  test('R6 a JOIN that needs more ways than it has starves at the first', () => {
    const run = runOf(plan('a: CAPABILITY echo\nb: CAPABILITY echo\nj: JOIN N_OF(3)\na -> j\nb -> j'));
    expect(run.done('/a#1')).toContain('fail /j#1 JOIN_STARVED');
  });

  test('R19 a starved JOIN fails while the run is paused, a JOIN that is ready does not start', () => {
    const starved = runOf(starving('{onError: continue}'));
    starved.fails('/a#1');
    starved.pause();
    expect(starved.done('/b#1')).toEqual(['ok /b#1 null', 'handled /j#1 JOIN_STARVED', 'skip /k dead']);
    const ready = runOf(threeWays('N_OF(1)'));
    ready.pause();
    expect(ready.done('/a#1')).toEqual(['ok /a#1 null']);
    // It has not started, so nothing is cancelled, and what arrives is not late.
    expect(ready.done('/b#1')).toEqual(['ok /b#1 null']);
    expect(callsOf(ready.resume())).toEqual(['withdraw /c#1', 'call /z#1 echo']);
  });

  test('R6 paths between FORK and JOIN write straight to the variables of the plan', () => {
    const run = runOf(
      plan(`
        out said
        f: FORK
        a: CAPABILITY echo {output: {said: "result"}}
        b: CAPABILITY echo
        j: JOIN
        f -> a -> j
        f -> b -> j
      `),
    );
    expect(run.done('/a#1', 'x')).toEqual(['ok /a#1 "x"', 'set /a#1 said "x"']);
  });

  test('R21 a FORK and a JOIN have no value for their scope', () => {
    const run = runOf(
      plan(`
        out v
        g: GROUP SYNC {output: {v: "result"}}
          a: CAPABILITY echo
          f: FORK
          j: JOIN
      `),
    );
    expect(run.done('/g/a#1', 7)).toContain('completed {"v":7}');
  });

  test('R6 disabled: skip kills its edges, and cancels nothing (L2)', () => {
    const run = runOf(threeWays('N_OF(1) {disabled: skip}'));
    expect(run.done('/a#1')).toEqual(['ok /a#1 null', 'skip /j disabled', 'skip /z dead']);
    expect(run.done('/b#1')).toEqual(['ok /b#1 null']);
    expect(run.done('/c#1')).toEqual(['ok /c#1 null', 'completed {}']);
  });
});
