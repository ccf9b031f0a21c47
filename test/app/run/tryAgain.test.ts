import { afterEach, describe, expect, it } from 'vitest';
import { StorageError } from '#runtime';
import { retryStorage } from '../../../src/app/run/runStore';
import { openSessionStore } from '../../../src/app/state/session';
import { ShownRun } from '../../../src/app/state/shownRun';
import { failingLedger, gate, hostOf, start, statusesOf } from '../../runtime/notation';
import { standInSession } from '../standInSession';

const CHAIN = `
  a: CAPABILITY work {input: {n: 1}}
  b: CAPABILITY work {input: {n: 2}}
  a -> b
`;

afterEach(() => openSessionStore.setState({ session: null }));

/** A run in its first call, whose result meets a full disk. */
async function inTrouble(before: 'going' | 'paused') {
  const ledger = failingLedger();
  const first = gate<number>();
  const host = hostOf({ work: ({ n }) => (n === 1 ? first.opened : 2) }, { ledger });
  const run = start(host, CHAIN);
  await expect.poll(() => host.calls).toHaveLength(1);
  if (before === 'paused') await run.pause();
  ledger.failing = new StorageError('STORAGE_FULL', 'The storage of this browser is full.');
  first.open(1);
  await expect.poll(() => run.trouble?.code).toBe('STORAGE_FULL');
  ledger.failing = null;
  const shown = new ShownRun();
  shown.steer(run);
  openSessionStore.setState({ session: standInSession({ shown }) });
  return { run, host };
}

describe('fault B7 “Try again” where a ledger could not be written', () => {
  it('writes what waits, and a run that was paused stays so until it is resumed', async () => {
    const { run, host } = await inTrouble('paused');
    const before = run.commits.length;
    retryStorage();
    await expect.poll(() => run.trouble).toBeNull();
    await run.atRest();
    expect(run.commits.length, 'the result that waited is written').toBe(before + 1);
    expect(statusesOf(run.commits)).toContain('run.paused');
    expect(host.calls).toEqual(['work /a#1']);
    await run.resume();
    await run.done;
    expect(host.calls).toEqual(['work /a#1', 'work /b#1']);
  });

  it('a run that was going goes on', async () => {
    const { run, host } = await inTrouble('going');
    retryStorage();
    await run.done;
    expect(host.calls).toEqual(['work /a#1', 'work /b#1']);
  });
});
