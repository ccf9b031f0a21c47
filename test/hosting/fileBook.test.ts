import { describe, expect, test } from 'vitest';
import type { Commit } from '#kernel';
import { startRun } from '#runtime';
import { FileBook } from '../../src/cli/run/fileBook';
import { scratch } from '../cli/notation';
import { plan, workspace } from '../notation/plan';
import { hostOf } from '../runtime/notation';

const WORK = plan('a: CAPABILITY work\nb: CAPABILITY work\na -> b');
/** What a run of a session has recorded when it is over. */
async function recorded(): Promise<readonly Commit[]> {
  const run = startRun(hostOf({ work: () => 1 }), {
    ...{ workspace: workspace([WORK]), plan: 'main', input: {}, runId: 'run-1' },
    labels: { sessionId: 'talk' },
  });
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  await run.value.done;
  return run.value.commits;
}

describe('a book over files', () => {
  test('knows where the runs of one command belong, and which of a session go on', async () => {
    const book = new FileBook(scratch().path('run.ndjson'));
    const opened = await book.begin({ runId: 'run-1', plan: 'main', planName: 'Main' });
    const commits = await recorded();
    await (opened.ok && opened.value?.append('run-1', commits.slice(0, 2)));
    const begun = { status: 'running', sessionId: 'talk', parentRunId: null, startedAt: commits[0]?.at };
    const line = { runId: 'run-1', imported: false, ...begun };
    expect(await book.line('run-1')).toEqual(line);
    expect(await book.line('run-2')).toBeNull();
    expect(await book.page({ sessionId: 'talk', most: 9 })).toEqual({ lines: [line], next: null });
    expect(await book.page({ sessionId: 'another', most: 9 })).toEqual({ lines: [], next: null });
    await book.close();
  });

  test('K7 follows the ledger that another process writes: what is there first, then what comes', async () => {
    const path = scratch().path('run.ndjson');
    const [writer, reader] = [new FileBook(path), new FileBook(path)];
    const opened = await writer.begin({ runId: 'run-1', plan: 'main', planName: 'Main' });
    if (!opened.ok || opened.value === null) throw new Error('It is locked.');
    const all = await recorded();
    await opened.value.append('run-1', all.slice(0, 1));
    const heard: Commit[] = [];
    const stop = reader.follow('run-1', 0, (commits) => heard.push(...commits));
    await expect.poll(() => heard).toHaveLength(1);
    await opened.value.append('run-1', all.slice(1));
    await expect.poll(() => heard).toHaveLength(all.length);
    expect(heard).toEqual(all);
    stop();
    expect(await reader.open('run-1'), 'it is taken').toEqual({ ok: true, value: null });
    await writer.close();
  });
});
