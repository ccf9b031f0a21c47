import { describe, expect, test } from 'vitest';
import { replay } from '#kernel';
import { fails, gives, simulated } from '../../notation/simulation';

const PARALLEL = `
  out seen
  all: GROUP ASYNC {merge: COLLECT, output: {seen: "result"}}
    a: CAPABILITY echo
    b: CAPABILITY echo
    c: CAPABILITY echo`;

describe('H4 "pure nodes take 0 ms"', () => {
  test('START, IF, SWITCH, FILL_TEMPLATE and END come and go in the millisecond that reaches them', async () => {
    const { lines, virtualMs } = await simulated(
      `
      out text
      start: START
      look: CAPABILITY echo
      gate: IF 1 < 2
      which: SWITCH {cases: {yes: "true"}}
      fill: FILL_TEMPLATE hello {output: {text: "result"}}
      end: END
      start -> look
      look -> gate
      gate.then -> which
      which.yes -> fill
      fill -> end`,
      { nodes: { look: [gives(7)] } },
    );
    expect(lines.slice(4).every((line) => line.startsWith('7 '))).toBe(true);
    expect(lines).toHaveLength(12);
    expect(virtualMs).toBe(7);
  });
});

describe('H4 "TRANSFORM is answered with its value after 0 ms, in order with the other commands"', () => {
  test('its value is really computed', async () => {
    const { outputs, virtualMs } = await simulated(
      `
      in items
      out sum
      add: TRANSFORM $sum(items) {output: {sum: "result"}}`,
      { inputs: { items: [1, 2, 3] }, nodes: { add: [gives(50, 'never')] }, default: gives(50, 'never') },
    );
    expect(outputs).toEqual({ sum: 6 });
    expect(virtualMs).toBe(0);
  });

  test('"no result is null"', async () => {
    const { variables } = await simulated('out got\nnone: TRANSFORM nothing.here {output: {got: "result"}}');
    expect(variables).toEqual({ got: null });
  });

  test('"an error is EXPRESSION_ERROR"', async () => {
    const { error, status } = await simulated('bad: TRANSFORM $error("no")');
    expect([status, error?.code]).toEqual(['failed', 'EXPRESSION_ERROR']);
  });

  test('it is answered after what left before it, and before what left after it', async () => {
    const { lines } = await simulated(`
      all: GROUP ASYNC
        a: CAPABILITY echo
        t: TRANSFORM 1
        b: CAPABILITY echo`);
    expect(lines.filter((line) => line.includes('succeeded'))).toEqual([
      '0 /all/a succeeded',
      '0 /all/t succeeded',
      '0 /all/b succeeded',
      '0 /all succeeded',
    ]);
  });
});

describe('H4 "timers run on the virtual clock"', () => {
  test('a timeout fires at its virtual millisecond', async () => {
    const { lines, error, virtualMs } = await simulated('slow: CAPABILITY echo {timeoutMs: 86400000}', {
      nodes: { slow: [gives(86_400_001)] },
    });
    expect(error?.code).toBe('TIMEOUT');
    expect(virtualMs).toBe(86_400_000);
    expect(lines).toEqual(['0 /slow running', '86400000 /slow failed', '86400001 /slow late']);
  });

  test('"jitter … (0 in simulation)" (L2)', async () => {
    const { lines } = await simulated(
      'look: CAPABILITY echo {retry: {maxAttempts: 3, initialIntervalMs: 1000, jitter: 1, maxIntervalMs: 1500}}',
      { nodes: { look: [fails(0), fails(0), gives(0)] } },
    );
    expect(lines.filter((line) => line.endsWith('running'))).toEqual([
      '0 /look running',
      '1000 /look running',
      '2500 /look running',
    ]);
  });
});

describe('H4 "facts due at the same millisecond arrive in the order in which their commands left, events of the script first"', () => {
  test('answers in the order in which the calls left, whenever that was', async () => {
    const { lines } = await simulated(
      `
      all: GROUP ASYNC
        a: CAPABILITY echo
        later: CAPABILITY echo
        b: CAPABILITY echo
        a -> later`,
      { nodes: { a: [gives(10)], later: [gives(10)], b: [gives(20)] } },
    );
    expect(lines.filter((line) => line.startsWith('20 '))).toEqual([
      '20 /all/b succeeded',
      '20 /all/later succeeded',
      '20 /all succeeded',
    ]);
  });

  test('a call leaves before its timer: a result due in the same millisecond wins (L2)', async () => {
    const { status } = await simulated('look: CAPABILITY echo {timeoutMs: 10}', {
      nodes: { look: [gives(10)] },
    });
    expect(status).toBe('completed');
  });

  test("a container's timer leaves before its contents, and wins", async () => {
    const { error, lines } = await simulated(
      `
      all: GROUP SYNC {timeoutMs: 10}
        look: CAPABILITY echo`,
      { nodes: { look: [gives(10)] } },
    );
    expect(error?.code).toBe('TIMEOUT');
    expect(lines).toEqual([
      '0 /all running',
      '0 /all/look running',
      '10 /all/look cancelled',
      '10 /all failed',
      '10 /all/look late',
    ]);
  });

  test('an event of the script comes before an answer of the same millisecond, also at 0', async () => {
    for (const atMs of [0, 10]) {
      const { status, lines } = await simulated('look: CAPABILITY echo', {
        nodes: { look: [gives(atMs)] },
        events: [{ atMs, command: 'cancel' }],
      });
      expect(status).toBe('cancelled');
      expect(lines).toEqual(['0 /look running', `${atMs} /look cancelled`, `${atMs} /look late`]);
    }
  });

  test('events of the same millisecond come in the order of the script', async () => {
    const { status } = await simulated('look: CAPABILITY echo', {
      nodes: { look: [gives(10)] },
      events: [
        { atMs: 5, command: 'pause' },
        { atMs: 5, command: 'resume' },
      ],
    });
    expect(status).toBe('completed');
  });
});

describe('H4 "Every call that left is answered: one withdrawn meanwhile gives a late line, even after the run has ended; withdrawn timers and waits never fire"', () => {
  test('calls, TRANSFORM and planners alike', async () => {
    const { lines, virtualMs, status } = await simulated(
      `
      bad: CAPABILITY echo
      slow: CAPABILITY echo {timeoutMs: 40}
      plan: PLANNER llm {goal: "x"}
      sum: TRANSFORM 1`,
      { nodes: { bad: [fails(0)], slow: [gives(50)], plan: [gives(60)] } },
    );
    expect(status).toBe('failed');
    expect(virtualMs).toBe(0);
    expect(lines.slice(4)).toEqual([
      '0 /bad failed',
      '0 /slow cancelled',
      '0 /plan cancelled',
      '0 /sum cancelled',
      '0 /sum late',
      '50 /slow late',
      '60 /plan late',
    ]);
  });

  test('the timer of a call that was answered never fires', async () => {
    const { ledger } = await simulated('a: CAPABILITY echo {timeoutMs: 20}\nb: CAPABILITY echo\na -> b', {
      nodes: { a: [gives(10)], b: [gives(50)] },
    });
    expect(ledger.map(({ fact }) => fact.type)).toEqual([
      'run.started',
      'effect.succeeded',
      'effect.succeeded',
    ]);
  });

  test('a wait that was withdrawn takes no answer', async () => {
    const { lines } = await simulated('ask: HUMAN_INPUT Well? {timeoutMs: 10, onError: continue}', {
      events: [{ atMs: 20, answer: { address: '/ask', value: 1 } }],
    });
    expect(lines).toEqual(['0 /ask waiting', '10 /ask failed']);
  });
});

describe('H4 "events": "signal", "answer", "command"', () => {
  const ASK = 'out said\nask: HUMAN_INPUT Well? {output: {said: "result"}}';

  test('an answer reaches the node that waits; the attempt may be left out of its address', async () => {
    for (const address of ['/ask', '/ask#1']) {
      const { outputs, virtualMs } = await simulated(ASK, {
        events: [{ atMs: 30, answer: { address, value: 'Yes' } }],
      });
      expect([outputs, virtualMs]).toEqual([{ said: 'Yes' }, 30]);
    }
  });

  test('an answer to a node that does not wait does nothing (L9)', async () => {
    const { status, lines } = await simulated(`look: CAPABILITY echo\n${ASK}\nlook -> ask`, {
      nodes: { look: [gives(10)] },
      events: [{ atMs: 5, answer: { address: '/ask', value: 'Too early' } }],
    });
    expect(status).toBe('waiting');
    expect(lines).toEqual(['0 /look running', '10 /look succeeded', '10 /ask waiting']);
  });

  test('pause and resume (R19): calls in flight finish, nothing starts until the run goes on', async () => {
    const text = 'a: CAPABILITY echo\nb: CAPABILITY echo\na -> b';
    const paused = await simulated(text, {
      nodes: { a: [gives(10)] },
      events: [{ atMs: 5, command: 'pause' }],
    });
    expect([paused.status, paused.lines]).toEqual(['paused', ['0 /a running', '10 /a succeeded']]);
    const resumed = await simulated(text, {
      nodes: { a: [gives(10)] },
      events: [
        { atMs: 5, command: 'pause' },
        { atMs: 100, command: 'resume' },
      ],
    });
    expect([resumed.status, resumed.virtualMs]).toEqual(['completed', 100]);
  });

  test('a timer that comes due while the run is paused fires after the resume (R19)', async () => {
    const { lines } = await simulated(
      'look: CAPABILITY echo {retry: {maxAttempts: 2, initialIntervalMs: 10}}',
      {
        nodes: { look: [fails(1), gives(1)] },
        events: [
          { atMs: 5, command: 'pause' },
          { atMs: 50, command: 'resume' },
        ],
      },
    );
    expect(lines).toEqual(['0 /look running', '1 /look retrying', '50 /look running', '51 /look succeeded']);
  });

  test('an approval is answered at its own address (L10)', async () => {
    const { status } = await simulated(
      `
      plan: PLANNER llm {goal: "x"}
      execute: PLAN_EXECUTOR {approve: always}
      plan -> execute`,
      {
        nodes: { plan: [gives(0, { steps: [{ toolId: 'echo' }] })] },
        events: [{ atMs: 9, answer: { address: '/execute!approve', value: { decision: 'approve' } } }],
      },
    );
    expect(status).toBe('completed');
  });
});

test('H4 "startAt … is the time of virtual millisecond 0": commits carry it, and virtual times do not', async () => {
  const { ledger, virtualMs } = await simulated('look: CAPABILITY echo', {
    nodes: { look: [gives(10)] },
    startAt: '2026-03-01T00:00:00+01:00',
  });
  expect(ledger.map(({ at }) => new Date(at).toISOString())).toEqual([
    '2026-02-28T23:00:00.000Z',
    '2026-02-28T23:00:00.010Z',
  ]);
  expect(virtualMs).toBe(10);
  const plain = await simulated('look: CAPABILITY echo');
  expect(plain.ledger[0]?.at).toBe(0);
});

test('K4 the ledger of a simulation replays like any other', async () => {
  const { ledger } = await simulated(PARALLEL, { nodes: { b: [gives(10)] } });
  expect(replay(ledger)).toMatchObject({ ok: true, effects: 0, status: 'completed' });
});
