import { describe, expect, it } from 'vitest';
import { SimulatedClock } from '#runtime';
import { memoryStorage } from '../../src/storage/memoryStorage';
import { Standing } from '../../src/storage/standing';
import { commits, commitWith, ORIGIN, Profile } from './notation';

const NEVER = new AbortController().signal;

describe('the end of a run that another depends on', () => {
  it('M4 is heard in another tab, when it is durable', async () => {
    const profile = new Profile();
    const [one, other] = [await profile.tab(), await profile.tab()];
    const run = await one.runs.open('run-1', ORIGIN);
    await run?.append('run-1', commits(0, 1));
    const ended = other.runs.ended('run-1', NEVER);
    await run?.append('run-1', [commitWith(2, 'run.paused')]);
    await run?.append('run-1', [commitWith(3, 'run.resumed', 'run.completed')]);
    await expect(ended).resolves.toBe('completed');
    await expect(other.runs.ended('run-1', NEVER)).resolves.toBe('completed');
  });

  it.each(['failed', 'cancelled'] as const)('M4 %s is told as that', async (word) => {
    const storage = await new Profile().tab();
    const run = await storage.runs.open('run-1', ORIGIN);
    await run?.append('run-1', [...commits(0, 0), commitWith(1, `run.${word}`)]);
    await expect(storage.runs.ended('run-1', NEVER)).resolves.toBe(word);
  });

  it('M4 a run that is deleted meanwhile, or was never there, is missing', async () => {
    const storage = await new Profile().tab();
    const run = await storage.runs.open('run-1', ORIGIN);
    await run?.append('run-1', commits(0, 1));
    const ended = storage.runs.ended('run-1', NEVER);
    await storage.runs.remove('run-1');
    await expect(ended).resolves.toBe('missing');
    await expect(storage.runs.ended('run-2', NEVER)).resolves.toBe('missing');
  });

  it('case A14 a run of a file that has not ended never will here', async () => {
    const storage = await new Profile().tab();
    await storage.runs.import(commits(0, 1), ORIGIN);
    await expect(storage.runs.ended('run-1', NEVER)).resolves.toBe('missing');
  });

  it('M4 whoever asks no more is told nothing', async () => {
    const storage = await new Profile().tab();
    const run = await storage.runs.open('run-1', ORIGIN);
    await run?.append('run-1', commits(0, 1));
    const asking = new AbortController();
    const ended = storage.runs.ended('run-1', asking.signal);
    asking.abort();
    await expect(ended).rejects.toThrow();
    await expect(storage.runs.ended('run-1', asking.signal)).rejects.toThrow();
  });

  it('M4, case H2 memory tells it as well', async () => {
    const { runs } = memoryStorage(new SimulatedClock(1_000), new Standing());
    const run = await runs.open('run-1', ORIGIN);
    await run?.append('run-1', commits(0, 1));
    const asking = new AbortController();
    const [ended, given] = [runs.ended('run-1', NEVER), runs.ended('run-1', asking.signal)];
    asking.abort();
    await expect(given).rejects.toThrow();
    await run?.append('run-1', [commitWith(2, 'run.completed')]);
    await expect(ended).resolves.toBe('completed');
    await runs.remove('run-1');
    await expect(runs.ended('run-1', NEVER)).resolves.toBe('missing');
  });
});
