import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { type Address, hashText, problem } from '#base';
import type { Commit, PlanAttempt } from '#kernel';
import { memoryStorage } from '../../src/storage/memoryStorage';
import { Standing } from '../../src/storage/standing';
import { commits, ORIGIN, Profile } from './notation';

const ATTEMPT: PlanAttempt = {
  ...{ flavour: 'llm', madeBy: 'Small model', model: 'small', template: { id: 'plan.llm', version: 2 } },
  ...{ prompt: `${'x'.repeat(5_000)} The goal: ship it.`, parameters: {}, seed: null, reply: 'No plan.' },
  problems: [problem('PLAN_NOT_FOUND', 'There is no plan in it.', 'Ask again.')],
  ...{ repairs: [], usage: { inputTokens: 40, outputTokens: 2 }, latencyMs: 12, verdict: 'refused' },
};

function answered(seq: number, attempt: Partial<PlanAttempt> = {}, at = 1_000 + seq): Commit {
  const fact: Commit['fact'] = {
    ...{ type: 'plan.replied', address: '/plan!1' as Address, plan: null },
    attempt: { ...ATTEMPT, ...attempt },
  };
  return { seq, at, fact, entries: [], hash: hashText(`answered ${seq}`) };
}

describe('P6 the index of the attempts of all runs', () => {
  it('has a line for each, written with its commit, newest first, across runs', async () => {
    const storage = await new Profile().tab();
    for (const [runId, at] of [
      ['run-1', 1_010],
      ['run-2', 1_020],
    ] as const) {
      const writer = await storage.runs.open(runId, ORIGIN);
      await writer?.append(runId, [...commits(0, 1, runId), answered(2, {}, at)]);
    }
    const lines = await storage.runs.attempts();
    expect(lines.map(({ runId, seq }) => [runId, seq])).toEqual([
      ['run-2', 2],
      ['run-1', 2],
    ]);
    expect(lines[0]).toMatchObject({
      ...{ workspace: 'demo', planName: 'Main', call: '/plan!1', at: 1_020, model: 'small' },
      ...{
        template: { id: 'plan.llm', version: 2 },
        verdict: 'refused',
        codes: ['PLAN_NOT_FOUND'],
        tokens: 42,
      },
    });
  });

  it('keeps problems, reply and the end of the prompt as words, and stays small', async () => {
    const storage = await new Profile().tab();
    const writer = await storage.runs.open('run-1', ORIGIN);
    await writer?.append('run-1', [...commits(0, 0), answered(1, { reply: 'y'.repeat(9_000) })]);
    const [line] = await storage.runs.attempts();
    expect(line?.text).toContain('There is no plan in it.');
    expect(line?.text).toContain('The goal: ship it.');
    expect(line?.text.length).toBeLessThan(4_100);
  });

  it('case H9 goes with its run', async () => {
    const storage = await new Profile().tab();
    const writer = await storage.runs.open('run-1', ORIGIN);
    await writer?.append('run-1', [...commits(0, 0), answered(1)]);
    await storage.runs.remove('run-1');
    expect(await storage.runs.attempts()).toEqual([]);
  });

  it('is there for imported runs, and where nothing can be kept', async () => {
    const ledger = [...commits(0, 0), answered(1)];
    const kept = await new Profile().tab();
    const memory = memoryStorage(new Profile().clock, new Standing());
    for (const storage of [kept, memory]) {
      await storage.runs.import(ledger, ORIGIN);
      expect(await storage.runs.attempts()).toMatchObject([{ runId: 'run-1', seq: 1 }]);
    }
  });
});

describe('data of version 1', () => {
  it('gets the index of its attempts, and its checkpoints can still be read', async () => {
    const profile = new Profile();
    const old = new Dexie(profile.database);
    old.version(1).stores({
      ...{ workspaces: 'id, hash, updatedAt', checkpoints: '++key, workspace', settings: 'name' },
      ...{ runs: 'runId, workspace, startedAt', commits: '[runId+seq]' },
    });
    await old.table('runs').put({ ...ORIGIN, runId: 'run-1', startedAt: 1, epoch: 1 });
    await old.table('commits').put({ runId: 'run-1', seq: 1, commit: answered(1) });
    const kept = { workspace: 'demo', at: 1, hash: hashText('one') };
    await old.table('checkpoints').bulkAdd([
      { ...kept, label: null, text: 'one' },
      { ...kept, label: 'Mine', text: 'two' },
    ]);
    old.close();

    const storage = await profile.tab();
    expect(await storage.runs.attempts()).toMatchObject([{ runId: 'run-1', seq: 1, planName: 'Main' }]);
    const history = await storage.workspaces.history('demo');
    expect(history.map(({ label, reason }) => [label, reason])).toEqual([
      ['Mine', 'named'],
      [null, 'edited'],
    ]);
    expect(await storage.workspaces.readCheckpoint(history[0]?.key ?? 0)).toMatchObject({ text: 'two' });
    expect(history[0]).not.toHaveProperty('text');
  });
});
