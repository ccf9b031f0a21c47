import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#base';
import { fails, gives, linesOf, simulated } from '../../notation/simulation';

const LOOK = 'out got\nlook: CAPABILITY echo {output: {got: "result"}';

function waits(afterMs: number, timeoutMs: number | null = null): JsonObject {
  return { afterMs, output: null, waitFor: { event: 'go', timeoutMs } };
}

function signal(atMs: number, data = 1): JsonObject {
  return { atMs, signal: 'go', data };
}

describe('H4 "a call after waitFor takes the next outcome of its list"', () => {
  test('the signal comes, the call leaves again, and its next outcome is the result', async () => {
    const { lines, outputs } = await simulated(`${LOOK}}`, {
      nodes: { look: [waits(10), gives(5, 'done')] },
      events: [signal(50)],
    });
    expect(outputs).toEqual({ got: 'done' });
    expect(lines).toEqual(['0 /look running', '55 /look succeeded']);
  });

  test('a wait that waits again takes one more; the last repeats', async () => {
    const { virtualMs, outputs } = await simulated(`${LOOK}}`, {
      nodes: { look: [waits(10), waits(10), gives(1, 'third')] },
      events: [signal(20), signal(40)],
    });
    expect([virtualMs, outputs]).toEqual([41, { got: 'third' }]);
  });

  test('the wait is persistent: a signal that was kept wakes it at once (L7, R16)', async () => {
    const { lines } = await simulated(`${LOOK}}`, {
      nodes: { look: [waits(10), gives(5)] },
      events: [signal(3)],
    });
    expect(lines).toEqual(['0 /look running', '15 /look succeeded']);
  });

  test('at waitFor.timeoutMs the attempt fails TIMEOUT; the next attempt goes on in the list', async () => {
    const alone = await simulated(`${LOOK}}`, { nodes: { look: [waits(10, 30), gives(1)] } });
    expect([alone.error?.code, alone.virtualMs]).toEqual(['TIMEOUT', 40]);
    const retried = await simulated(`${LOOK}, retry: {maxAttempts: 2, initialIntervalMs: 100}}`, {
      nodes: { look: [waits(10, 30), gives(1, 'again')] },
    });
    expect(retried.lines).toEqual([
      '0 /look running',
      '40 /look retrying',
      '140 /look running',
      '141 /look succeeded',
    ]);
  });

  test('the attempt goes on within its own timeoutMs', async () => {
    const { error, virtualMs } = await simulated(`${LOOK}, timeoutMs: 25}`, {
      nodes: { look: [waits(10), gives(1)] },
      events: [signal(50)],
    });
    expect([error?.code, virtualMs]).toEqual(['TIMEOUT', 25]);
  });

  test('"withdrawn timers and waits never fire": a run that is cancelled waits for nothing more', async () => {
    const { lines, ledger } = await simulated(`${LOOK}}`, {
      nodes: { look: [waits(10, 100), gives(1)] },
      events: [{ atMs: 20, command: 'cancel' }, signal(30)],
    });
    expect(lines).toEqual(['0 /look running', '20 /look cancelled']);
    expect(ledger.some(({ fact }) => fact.type === 'timer.fired')).toBe(false);
  });

  test('"instances share no cursor": what one instance waited for moves no other', async () => {
    const run = await simulated(
      `
      each: ITERATOR [1, 2]
        look: CAPABILITY echo`,
      { nodes: { look: [waits(1), gives(1)] }, events: [signal(10), signal(20)] },
    );
    expect(linesOf(run, '/each')).toEqual(['0 /each running', '21 /each succeeded']);
  });

  test("an error after the wait is the attempt's", async () => {
    const { error, virtualMs } = await simulated(`${LOOK}}`, {
      nodes: { look: [waits(10), fails(5, 'LATER')] },
      events: [signal(50)],
    });
    expect([error?.code, virtualMs]).toEqual(['LATER', 55]);
  });
});
