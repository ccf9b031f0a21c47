import { describe, expect, test } from 'vitest';
import { simulated } from '../notation/simulation';

const ends = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.filter((line) => /succeeded|failed|cancelled|late/.test(line));

describe('L2 what is due in the same millisecond', () => {
  test("a leaf's call leaves before its timer: a result due in the same millisecond wins", async () => {
    const run = await simulated('a: CAPABILITY echo {timeoutMs: 50}', {
      nodes: { a: [{ afterMs: 50, output: 1 }] },
    });
    expect(ends(run)).toEqual(['50 /a succeeded']);
  });

  test('one millisecond later it has failed TIMEOUT, and the result is late', async () => {
    const run = await simulated('a: CAPABILITY echo {timeoutMs: 50}', {
      nodes: { a: [{ afterMs: 51, output: 1 }] },
    });
    expect(ends(run)).toEqual(['50 /a failed', '51 /a late']);
  });

  test("a container's timer leaves before its contents: it wins over a result of the same millisecond (R17)", async () => {
    const run = await simulated('g: GROUP SYNC {timeoutMs: 50}\n  a: CAPABILITY echo', {
      nodes: { a: [{ afterMs: 50, output: 1 }] },
    });
    expect(ends(run)).toEqual(['50 /g/a cancelled', '50 /g failed', '50 /g/a late']);
  });

  test('L9 a DELAY ends before the timeoutMs that bounds it', async () => {
    expect(ends(await simulated('d: DELAY {forMs: 50, timeoutMs: 50}', {}))).toEqual(['50 /d succeeded']);
    expect(ends(await simulated('d: DELAY {forMs: 51, timeoutMs: 50}', {}))).toEqual(['50 /d failed']);
  });

  test('L2 waiting for a mutex is not part of an attempt: its time begins with the call', async () => {
    const run = await simulated(
      'a: CAPABILITY echo {mutex: m}\nb: CAPABILITY echo {mutex: m, timeoutMs: 50}',
      { nodes: { a: [{ afterMs: 40, output: 1 }], b: [{ afterMs: 45, output: 1 }] } },
    );
    expect(ends(run)).toEqual(['40 /a succeeded', '85 /b succeeded']);
  });

  test('L7 waitFor is within the timeoutMs of the attempt', async () => {
    const waits = (timeoutMs: number) =>
      simulated(`a: CAPABILITY echo {timeoutMs: ${timeoutMs}}`, {
        nodes: {
          a: [
            { afterMs: 10, output: null, waitFor: { event: 'go', timeoutMs: 60 } },
            { afterMs: 5, output: 1 },
          ],
        },
        events: [{ atMs: 40, signal: 'go' }],
      });
    expect(ends(await waits(46))).toEqual(['45 /a succeeded']);
    // Its second call left after the timer, so the timer goes first (H4).
    expect(ends(await waits(45))).toEqual(['45 /a failed', '45 /a late']);
  });

  test('R19 overdue timers fire at resume in the order of their due times, each once, after ready nodes', async () => {
    const run = await simulated(
      'late: DELAY {forMs: 30}\nearly: DELAY {forMs: 20}\na: CAPABILITY echo\nb: CAPABILITY echo\na -> b',
      {
        nodes: { a: [{ afterMs: 15, output: 1 }], b: [{ afterMs: 0, output: 1 }] },
        events: [
          { atMs: 10, command: 'pause' },
          { atMs: 50, command: 'resume' },
        ],
      },
    );
    expect(run.lines.slice(-5)).toEqual([
      '15 /a succeeded',
      '50 /b running',
      '50 /early succeeded',
      '50 /late succeeded',
      '50 /b succeeded',
    ]);
  });
});
