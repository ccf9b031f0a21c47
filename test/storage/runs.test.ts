import { describe, expect, it } from 'vitest';
import { type RunFilter, wholeLedger } from '#hosting';
import { StorageError } from '#runtime';
import { runBookOf } from '#storage';
import { commits, commitWith, listed, ORIGIN, openedAt, Profile } from './notation';

describe('runs and their ledgers', () => {
  it('K3 keeps commits in order, those that arrived together in one transaction', async () => {
    const storage = await new Profile().tab();
    const run = await storage.runs.open('run-1', ORIGIN);
    await run?.append('run-1', commits(0, 2));
    await run?.append('run-1', commits(3, 12));
    expect(await storage.runs.read('run-1')).toEqual(commits(0, 12));
    expect(await storage.runs.summary('run-1')).toMatchObject({
      status: 'running',
      commits: 13,
      startedAt: 1_000,
    });
  });

  it('D12 a run is called by its own name, and a row says where it goes on from', async () => {
    const storage = await new Profile().tab();
    const run = await storage.runs.open('run-1', { ...ORIGIN, name: 'region = “West”' });
    const [first] = commits(0, 0);
    if (first?.fact.type !== 'run.started') throw new Error('no start');
    const from = { runId: 'run-0', at: 9, hash: first.hash };
    const reuse = { from, started: [], served: [], set: {} };
    await run?.append('run-1', [{ ...first, fact: { ...first.fact, reuse } }]);
    const row = { branchOf: 'run-0', branchAt: 9, isFork: true };
    expect(await listed(storage)).toMatchObject([{ ...row, name: 'region = “West”' }]);
    await storage.runs.rename('run-1', 'What if West');
    await run?.append('run-1', commits(1, 1));
    expect(await storage.runs.summary('run-1')).toMatchObject({ ...row, name: 'What if West', commits: 2 });
    await storage.runs.rename('nobody', 'x');
    expect(await listed(storage)).toHaveLength(1);
    const retried = await storage.runs.open('run-2', ORIGIN);
    await retried?.append('run-2', [{ ...first, fact: { ...first.fact, reuse: { ...reuse, called: [] } } }]);
    expect(await storage.runs.summary('run-2')).toMatchObject({ branchOf: 'run-0', isFork: false });
  });

  it('D9 what is edited of a plan that waits stays beside its run, is in no list, and goes with it', async () => {
    const storage = await new Profile().tab();
    const run = await storage.runs.open('run-1', ORIGIN);
    await run?.append('run-1', commits(0, 1));
    expect(await storage.runs.planEdit('run-1')).toBeNull();
    const edit = { question: '/do!approve 1', plan: { nodes: [], edges: [] } };
    await storage.runs.keepPlanEdit('run-1', edit);
    await run?.append('run-1', commits(2, 2));
    expect(await storage.runs.planEdit('run-1')).toEqual(edit);
    expect(JSON.stringify(await listed(storage))).not.toContain('approve');
    await storage.runs.keepPlanEdit('run-1', null);
    expect(await storage.runs.planEdit('run-1')).toBeNull();
    await storage.runs.keepPlanEdit('run-1', edit);
    await storage.runs.remove('run-1');
    expect(await storage.runs.planEdit('run-1')).toBeNull();
    await storage.runs.keepPlanEdit('nobody', edit);
    expect(await storage.runs.planEdit('nobody')).toBeNull();
  });

  it('K7 gives a run to one writer, and to the next when that one lets go', async () => {
    const profile = new Profile();
    const [one, other] = [await profile.tab(), await profile.tab()];
    const writer = await one.runs.open('run-1', ORIGIN);
    expect(writer).not.toBeNull();
    expect(await other.runs.open('run-1', ORIGIN)).toBeNull();
    expect(await other.runs.isOpen('run-1')).toBe(true);
    writer?.release();
    expect(await other.runs.open('run-1', ORIGIN)).not.toBeNull();
  });

  it('case H3 a stale writer fails after another tab has taken over, and writes nothing', async () => {
    const profile = new Profile();
    const [one, other] = [await profile.tab(), await profile.tab()];
    const stale = await one.runs.open('run-1', ORIGIN);
    await stale?.append('run-1', commits(0, 1));
    const writer = await other.runs.open('run-1', ORIGIN, { takeOver: true });
    await expect(stale?.append('run-1', commits(2, 2))).rejects.toMatchObject({
      code: 'STORAGE_STALE_WRITER',
    });
    await writer?.append('run-1', commits(2, 3));
    expect(await one.runs.read('run-1')).toEqual(commits(0, 3));
  });

  it('case H3 whoever loses a run is told at once', async () => {
    const profile = new Profile();
    const [one, other] = [await profile.tab(), await profile.tab()];
    const stale = await one.runs.open('run-1', ORIGIN);
    const writer = await other.runs.open('run-1', ORIGIN, { takeOver: true });
    await expect(stale?.lost).resolves.toBeUndefined();
    stale?.release();
    expect(await one.runs.isOpen('run-1')).toBe(true);
    writer?.release();
    expect(await one.runs.isOpen('run-1')).toBe(false);
  });

  it('K3 refuses commits that leave a gap or come twice', async () => {
    const storage = await new Profile().tab();
    const run = await storage.runs.open('run-1', ORIGIN);
    await run?.append('run-1', commits(0, 1));
    await expect(run?.append('run-1', commits(3, 3))).rejects.toBeInstanceOf(StorageError);
    await expect(run?.append('run-1', commits(1, 1))).rejects.toBeInstanceOf(StorageError);
    expect(await storage.runs.read('run-1')).toHaveLength(2);
  });

  it('D8 lists runs newest first, with the status that their ledgers said last', async () => {
    const storage = await new Profile().tab();
    for (const [runId, kinds] of [
      ['old', ['run.completed']],
      ['paused', ['run.paused']],
      ['waits', ['node.waiting']],
    ] as const) {
      const run = await storage.runs.open(runId, ORIGIN);
      await run?.append(runId, commits(0, 0, runId));
      await run?.append(runId, [commitWith(1, ...kinds)]);
    }
    const statuses = (await listed(storage, 'demo')).map(({ runId, status }) => [runId, status]);
    expect(statuses).toHaveLength(3);
    expect(statuses).toContainEqual(['old', 'completed']);
    expect(statuses).toContainEqual(['paused', 'paused']);
    expect(statuses).toContainEqual(['waits', 'waiting']);
    expect(await listed(storage, 'another')).toEqual([]);
  });

  it('D9 the list knows what a run waits for as long as it waits', async () => {
    const storage = await new Profile().tab();
    const run = await storage.runs.open('run-1', ORIGIN);
    await run?.append('run-1', commits(0, 1));
    const waits = [{ kind: 'answer', name: 'Review' }] as const;
    await storage.runs.mark('run-1', { status: 'waiting', waits });
    expect(await listed(storage, 'demo')).toMatchObject([{ status: 'waiting', waits }]);
    await run?.append('run-1', commits(2, 3));
    expect((await storage.runs.summary('run-1'))?.waits).toBeUndefined();
  });

  it('D8 imports a ledger once, marked as not executed here', async () => {
    const storage = await new Profile().tab();
    expect(await storage.runs.import(commits(0, 4), ORIGIN)).toBe(true);
    expect(await storage.runs.import(commits(0, 4), ORIGIN)).toBe(false);
    expect(await storage.runs.summary('run-1')).toMatchObject({ imported: true, commits: 5 });
  });

  it('K7 another tab follows a run while it is written', async () => {
    const profile = new Profile();
    const [one, other] = [await profile.tab(), await profile.tab()];
    const run = await one.runs.open('run-1', ORIGIN);
    await run?.append('run-1', commits(0, 1));
    const seen: number[] = [];
    await new Promise<void>((resolve) => {
      const stop = other.runs.follow('run-1', 0, (added) => {
        for (const { seq } of added) seen.push(seq);
        if (seen.length === 2) void run?.append('run-1', commits(2, 3));
        if (seen.length < 4) return;
        stop();
        resolve();
      });
    });
    expect(seen).toEqual([0, 1, 2, 3]);
  });

  it('K3 a part of a ledger that lost a commit is refused by its number; the parts before it are read', async () => {
    const profile = new Profile();
    const storage = await profile.tab();
    const run = await storage.runs.open('run-1', ORIGIN);
    await run?.append('run-1', commits(0, 9));
    const raw = await openedAt(profile.database);
    const lost = raw.transaction('commits', 'readwrite');
    lost.objectStore('commits').delete(['run-1', 6]);
    await new Promise((resolve) => {
      lost.oncomplete = resolve;
    });
    raw.close();
    expect(await storage.runs.part('run-1', 4, 2)).toMatchObject({ ok: true, value: { next: 6 } });
    expect(await storage.runs.part('run-1', 5, 3)).toMatchObject({
      ok: false,
      problem: [{ code: 'LEDGER_DAMAGED', message: expect.stringContaining('Commit 6') }],
    });
    expect(await wholeLedger(runBookOf(storage, 'demo'), 'run-1')).toMatchObject({ ok: false });
  });

  it('case H9 deleting a run deletes its ledger and nothing else', async () => {
    const storage = await new Profile().tab();
    for (const runId of ['one', 'two'])
      await (await storage.runs.open(runId, ORIGIN))?.append(runId, commits(0, 3, runId));
    await storage.runs.remove('one');
    expect(await storage.runs.read('one')).toEqual([]);
    expect(await storage.runs.read('two')).toHaveLength(4);
  });

  it('M4 runs are found by their session, by the run that started them, and by status', async () => {
    const storage = await new Profile().tab();
    for (const [runId, sessionId] of [
      ['run-1', 'a'],
      ['run-2', 'b'],
    ] as const) {
      const [first] = commits(0, 0, runId);
      if (first?.fact.type !== 'run.started') throw new Error('no start');
      const fact = { ...first.fact, labels: { sessionId }, parentRunId: 'zero' };
      const run = await storage.runs.open(runId, ORIGIN);
      await run?.append(runId, [{ ...first, fact }]);
    }
    const ids = async (filter: RunFilter) =>
      (await storage.runs.page({ ...filter, most: 9 })).lines.map((run) => run.runId);
    expect(await ids({ sessionId: 'a' })).toEqual(['run-1']);
    expect(await ids({ sessionId: 'b', statuses: ['running'] })).toEqual(['run-2']);
    expect(await ids({ sessionId: 'b', statuses: ['completed'] })).toEqual([]);
    expect((await ids({ parentRunId: 'zero' })).toSorted()).toEqual(['run-1', 'run-2']);
  });
});
