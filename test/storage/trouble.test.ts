import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunWriter } from '#hosting';
import { type Commit, readLedger, replay, writeLedger } from '#kernel';
import type { Storage } from '#storage';
import { gate, hostOf, settle, start } from '../runtime/notation';
import { draft, ORIGIN, openedAt, Profile } from './notation';

const CHAIN = `
  a: CAPABILITY work {input: {n: 1}}
  b: CAPABILITY work {input: {n: 2}}
  c: CAPABILITY work {input: {n: 3}}
  a -> b
  b -> c
`;

afterEach(() => vi.restoreAllMocks());

async function writerOf(storage: Storage, takeOver = false): Promise<RunWriter> {
  const writer = await storage.runs.open('run-1', ORIGIN, { takeOver });
  if (!writer) throw new Error('another tab writes it');
  return writer;
}

/** A run in that tab, held in its first call until the test opens the gate. */
async function heldRun(storage: Storage) {
  const first = gate<number>();
  const host = hostOf({ work: ({ n }) => (n === 1 ? first.opened : n) }, { ledger: await writerOf(storage) });
  const run = start(host, CHAIN, { runId: 'run-1' });
  await run.send({ type: 'run.resumed' });
  return { run, host, release: () => first.open(1) };
}

/** The chain from its first commit to its last, read as a file would be. */
function expectWhole(commits: readonly Commit[]): void {
  const read = readLedger(writeLedger(commits));
  expect(read.ok && replay(read.value)).toMatchObject({ ok: true, status: 'completed', effects: 0 });
}

/** From now on every row that is added meets this error, as on a full disk. */
function refuseWrites(error: DOMException): { readonly accept: () => void } {
  const spy = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw error;
  });
  return { accept: () => spy.mockRestore() };
}

describe('case H2 a run whose storage refuses', () => {
  it.each([
    ['full', new DOMException('no more space', 'QuotaExceededError'), 'STORAGE_FULL'],
    ['read-only', new DOMException('the disk is read-only', 'UnknownError'), 'STORAGE_REFUSED'],
  ])('%s: it holds before anything is lost, and goes on when there is room', async (_title, error, code) => {
    const storage = await new Profile().tab();
    const { run, host, release } = await heldRun(storage);
    const disk = refuseWrites(error);
    release();
    await run.atRest();
    expect(run.trouble).toMatchObject({ code, retryable: true, help: expect.stringContaining('export') });
    expect(host.calls).toEqual(['work /a#1']);
    expect(await storage.runs.read('run-1')).toEqual(run.commits);
    await run.retryStorage();
    expect(run.trouble?.code).toBe(code);
    disk.accept();
    await run.retryStorage();
    await run.done;
    expect(run.trouble).toBeNull();
    expect(host.calls).toEqual(['work /a#1', 'work /b#1', 'work /c#1']);
    expect(await storage.runs.read('run-1')).toEqual(run.commits);
    expectWhole(run.commits);
  });

  it('W6 a save that fails says so, and what was there is still there', async () => {
    const storage = await new Profile().tab();
    await storage.workspaces.save(draft('first', 0));
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no more space', 'QuotaExceededError');
    });
    await expect(storage.workspaces.save(draft('second', 1))).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(await storage.workspaces.read('demo')).toMatchObject({ text: 'first', revision: 1 });
  });

  it('case H4 closed, because a newer version was opened elsewhere: the run holds and can be exported', async () => {
    const profile = new Profile();
    const { run, release } = await heldRun(await profile.tab());
    (await openedAt(profile.database, 990)).close();
    release();
    await run.atRest();
    expect(run.trouble).toMatchObject({ code: 'STORAGE_REFUSED', message: expect.stringContaining('newer') });
    expect(readLedger(writeLedger(run.commits)).ok).toBe(true);
  });
});

describe('case H3 two tabs on one run', () => {
  it('the one that was taken over from stops, calls nothing more, and writes nothing; the chain stays whole', async () => {
    const profile = new Profile();
    const { run, host, release } = await heldRun(await profile.tab());
    const second = await profile.tab();
    const writer = await writerOf(second, true);
    release();
    await run.atRest();
    await settle();
    expect(run.trouble).toMatchObject({ code: 'STORAGE_STALE_WRITER', retryable: false });
    expect(host.calls).toEqual(['work /a#1']);
    await run.retryStorage();
    expect(await second.runs.read('run-1')).toEqual(run.commits);
    const next = run.commits.length;
    await writer.append('run-1', [{ ...lastOf(run.commits), seq: next }]);
    expect(await second.runs.read('run-1')).toHaveLength(next + 1);
  });
});

function lastOf(commits: readonly Commit[]): Commit {
  const last = commits.at(-1);
  if (!last) throw new Error('no commit');
  return last;
}
