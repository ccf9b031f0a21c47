import { describe, expect, test } from 'vitest';
import { fails, gives, linesOf, simulated } from '../../notation/simulation';

describe('H4 "waiting for EVENT_WAIT, HUMAN_INPUT, DELAY … at every start of an attempt"', () => {
  test('each of them reads waiting, and never running', async () => {
    const { lines } = await simulated(
      `
      nap: DELAY {forMs: 10}
      hear: EVENT_WAIT {events: {go: go}}
      ask: HUMAN_INPUT Well?
      nap -> hear
      hear.go -> ask`,
      { events: [{ atMs: 20, signal: 'go' }] },
    );
    expect(lines).toEqual([
      '0 /nap waiting',
      '10 /nap succeeded',
      '10 /hear waiting',
      '20 /hear succeeded',
      '20 /ask waiting',
    ]);
  });
});

describe('H4 "timers run on the virtual clock": DELAY', () => {
  test('for a duration', async () => {
    const { virtualMs } = await simulated('nap: DELAY {forMs: 86400000}');
    expect(virtualMs).toBe(86_400_000);
  });

  test('"startAt … is the time of virtual millisecond 0": until a time', async () => {
    const nap = 'nap: DELAY {until: "2026-03-01T10:00:00Z"}';
    expect((await simulated(nap, { startAt: '2026-03-01T09:59:58Z' })).virtualMs).toBe(2000);
    expect((await simulated(nap, { startAt: '2026-03-01T11:00:00Z' })).virtualMs).toBe(0);
    expect((await simulated(nap)).virtualMs).toBe(Date.parse('2026-03-01T10:00:00Z'));
  });

  test('one that came due before a call that left later arrives first in their millisecond', async () => {
    const { lines } = await simulated(
      `
      nap: DELAY {forMs: 10}
      look: CAPABILITY echo
      after: CAPABILITY echo
      look -> after`,
      { nodes: { look: [gives(5)], after: [gives(5)] } },
    );
    expect(lines.filter((line) => line.startsWith('10 '))).toEqual([
      '10 /nap succeeded',
      '10 /after succeeded',
    ]);
  });
});

describe('H4 "events": [{"atMs", "signal", "data"}]', () => {
  const HEAR = 'out got\nhear: EVENT_WAIT {events: {paid: order.paid}, output: {got: "result"}}';

  test('a signal and its data reach the wait', async () => {
    const { outputs, virtualMs } = await simulated(HEAR, {
      events: [{ atMs: 30, signal: 'order.paid', data: { id: 7 } }],
    });
    expect([outputs, virtualMs]).toEqual([{ got: { id: 7 } }, 30]);
  });

  test('data that is left out is null', async () => {
    const { outputs } = await simulated(HEAR, { events: [{ atMs: 1, signal: 'order.paid' }] });
    expect(outputs).toEqual({ got: null });
  });

  test('"events of the script first": a signal of millisecond 0 comes before any answer, and is kept (R16)', async () => {
    const { status, virtualMs } = await simulated(`look: CAPABILITY echo\n${HEAR}\nlook -> hear`, {
      nodes: { look: [gives(10)] },
      events: [{ atMs: 0, signal: 'order.paid', data: 1 }],
    });
    expect([status, virtualMs]).toEqual(['completed', 10]);
  });

  test('a signal and a timeout of the same millisecond: the signal wins', async () => {
    const text = `
      hear: EVENT_WAIT {events: {go: go}, timeoutMs: 10}
      late: CAPABILITY echo
      went: CAPABILITY echo
      hear.timeout -> late
      hear.go -> went`;
    const run = await simulated(text, { events: [{ atMs: 10, signal: 'go' }] });
    expect(linesOf(run, '/late', '/went')).toEqual([
      '10 /late skipped',
      '10 /went running',
      '10 /went succeeded',
    ]);
  });

  test('cancelOn: the call that was withdrawn is answered late (R16)', async () => {
    const { lines, status } = await simulated('look: CAPABILITY echo {cancelOn: stop}', {
      nodes: { look: [gives(50)] },
      events: [{ atMs: 10, signal: 'stop' }],
    });
    expect(status).toBe('completed');
    expect(lines).toEqual(['0 /look running', '10 /look cancelled', '50 /look late']);
  });

  test('"withdrawn timers and waits never fire": a wait that was cancelled takes no signal', async () => {
    const { lines, ledger } = await simulated(
      `
      hear: EVENT_WAIT {events: {go: go}, timeoutMs: 100}
      look: CAPABILITY echo
      stop: CANCEL {nodes: [hear]}
      look -> stop`,
      { nodes: { look: [gives(10)] }, events: [{ atMs: 20, signal: 'go' }] },
    );
    expect(lines).toEqual([
      '0 /hear waiting',
      '0 /look running',
      '10 /look succeeded',
      '10 /stop running',
      '10 /hear cancelled',
      '10 /stop succeeded',
    ]);
    expect(ledger.some(({ fact }) => fact.type === 'timer.fired')).toBe(false);
  });
});

describe('H4 "and late": JOIN', () => {
  test('R6 an arrival after a JOIN has started is late at its address', async () => {
    const run = await simulated(
      `
      split: FORK
      a: CAPABILITY echo
      b: CAPABILITY echo
      c: CAPABILITY echo
      join: JOIN N_OF(1) {rest: ignore}
      split -> a
      split -> b
      split -> c
      a -> join
      b -> join
      c -> join`,
      { nodes: { a: [gives(10)], b: [gives(20)], c: [gives(20)] } },
    );
    expect(linesOf(run, '/join')).toEqual([
      '10 /join running',
      '10 /join succeeded',
      '20 /join late',
      '20 /join late',
    ]);
    expect(run.virtualMs).toBe(20);
  });

  test('R7 rest: cancel: what only leads there is cancelled, and its call answered late', async () => {
    const run = await simulated(
      `
      split: FORK
      a: CAPABILITY echo
      b: CAPABILITY echo
      join: JOIN N_OF(1)
      split -> a
      split -> b
      a -> join
      b -> join`,
      { nodes: { a: [gives(10)], b: [gives(20)] } },
    );
    expect(linesOf(run, '/b')).toEqual(['0 /b running', '10 /b cancelled', '20 /b late']);
    expect([run.status, run.virtualMs]).toEqual(['completed', 10]);
  });
});

describe('H4 "waiting … while a mutex is awaited"', () => {
  const BOTH = `
    a: CAPABILITY echo {mutex: door}
    b: CAPABILITY echo {mutex: door}`;

  test('the one that waits reads waiting, then running at the start of its attempt', async () => {
    const { lines } = await simulated(BOTH, { nodes: { a: [gives(10)], b: [gives(5)] } });
    expect(lines).toEqual([
      '0 /a running',
      '0 /b waiting',
      '10 /a succeeded',
      '10 /b running',
      '15 /b succeeded',
    ]);
  });

  test('retries keep the mutex: who waits goes on waiting, without another line', async () => {
    const text = BOTH.replace(
      'a: CAPABILITY echo {',
      'a: CAPABILITY echo {retry: {maxAttempts: 2, initialIntervalMs: 50}, ',
    );
    const run = await simulated(text, { nodes: { a: [fails(10), gives(10)], b: [gives(5)] } });
    expect(linesOf(run, '/b')).toEqual(['0 /b waiting', '70 /b running', '75 /b succeeded']);
  });

  test('a node that waits for a mutex can be cancelled; no call of it ever left', async () => {
    const run = await simulated(BOTH, {
      nodes: { a: [gives(10)], b: [gives(5)] },
      events: [{ atMs: 3, command: 'cancel' }],
    });
    expect(run.lines).toEqual([
      '0 /a running',
      '0 /b waiting',
      '3 /a cancelled',
      '3 /b cancelled',
      '10 /a late',
    ]);
  });
});

describe('R19 a timer that comes due during a pause is held', () => {
  const TWICE = 'a: CAPABILITY echo {retry: {maxAttempts: 2, initialIntervalMs: 30}}';
  const NAP = 'nap: DELAY {forMs: 40}';
  const nodes = { a: [fails(10), gives(1)] };
  const paused = { atMs: 20, command: 'pause' };

  test.each([
    ['a back-off', TWICE],
    ['a delay', NAP],
    ['several of them', `${NAP}\nlater: DELAY {forMs: 60}`],
  ])('fault S6 the time of a paused run is that of its pause, not of the timer: %s', async (_title, text) => {
    const run = await simulated(text, text === TWICE ? { nodes, events: [paused] } : { events: [paused] });
    expect([run.status, run.virtualMs]).toEqual(['paused', 20]);
    const fired = run.ledger.filter(({ fact }) => fact.type === 'timer.fired');
    expect(fired.length).toBeGreaterThan(0);
    expect(fired.flatMap(({ entries }) => entries)).toEqual([]);
  });

  test('fault S6 what was held fires at the resume, and counts from then on', async () => {
    const events = [paused, { atMs: 100, command: 'resume' }];
    const run = await simulated(TWICE, { nodes, events });
    expect([run.status, run.virtualMs]).toEqual(['completed', 101]);
  });
});
