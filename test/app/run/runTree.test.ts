import { describe, expect, it } from 'vitest';
import type { RunSummary } from '#storage';
import { branchWords, nameOfRun, treeMove, treeOf } from '../../../src/app/run/placement';
import { withOrigins } from '../../../src/app/run/runLists';

const RUN: RunSummary = {
  runId: '',
  workspace: 'w',
  plan: 'main',
  planName: 'Sales',
  sessionId: null,
  parentRunId: null,
  status: 'completed',
  startedAt: 0,
  updatedAt: 0,
  endedAt: 1,
  commits: 3,
  head: null,
  imported: false,
};

/** Runs as they are listed, the newest first: `b<a` goes on from `a`. */
const runs = (...ids: readonly string[]): readonly RunSummary[] =>
  ids.map((id) => {
    const [runId = '', branchOf] = id.split('<');
    return { ...RUN, runId, ...(branchOf === undefined ? {} : { branchOf }) };
  });

const drawn = (list: readonly RunSummary[], ...closed: readonly string[]) =>
  treeOf(list, new Set(closed)).map(
    ({ run, level, place, of }) => `${'-'.repeat(level - 1)}${run.runId} ${place}/${of}`,
  );

describe('D12 runs and what goes on from them', () => {
  it('D12 branches lie under their run, the first one first; runs stay in their order', () => {
    expect(drawn(runs('new', 'c<a', 'd<b', 'b<a', 'a'))).toEqual([
      'new 1/2',
      'a 2/2',
      '-b 1/2',
      '--d 1/1',
      '-c 2/2',
    ]);
  });

  it('D12 a page of the list brings what its runs go on from, so that nothing moves when older runs come', () => {
    const [d, b, c, a, z] = [
      ['d<b', 5],
      ['b<a', 4],
      ['c', 3],
      ['a', 2],
      ['z', 1],
    ].map(([id, startedAt]) => {
      const [run] = runs(String(id));
      return { ...(run ?? RUN), startedAt: Number(startedAt) };
    });
    const page = [d, b, c].filter((run) => run !== undefined);
    const older = [a, z].filter((run) => run !== undefined);
    const names = (list: readonly RunSummary[]) => drawn(list).map((line) => line.replace(/ .*/, ''));
    expect(names(withOrigins({ runs: page, tied: older }))).toEqual(['c', 'a', '-b', '--d']);
    expect(names(withOrigins({ runs: [...page, ...older], tied: older }))).toEqual([
      'c',
      'a',
      '-b',
      '--d',
      'z',
    ]);
  });

  it('D12 what lies under a closed run is not drawn', () => {
    expect(drawn(runs('d<b', 'b<a', 'a'), 'a')).toEqual(['a 1/1']);
  });

  it('D12 a branch whose run was deleted, or does not match, is at the top', () => {
    expect(drawn(runs('b<gone', 'a'))).toEqual(['b 1/2', 'a 2/2']);
  });

  it('D12 ledgers that say of each other that they go on from each other are all listed', () => {
    expect(drawn(runs('a<b', 'b<a', 'c<c')).map((line) => line.replace(/ .*/, ''))).toEqual(
      expect.arrayContaining(['a', '-b', 'c']),
    );
  });

  it('D12 the keys of a tree', () => {
    const rows = treeOf(runs('new', 'c<a', 'b<a', 'a'), new Set());
    const move = (key: string, from: number, closed: readonly string[] = []) =>
      treeMove(key, rows, from, new Set(closed));
    expect(move('ArrowDown', 0)).toEqual({ kind: 'focus', index: 1 });
    expect(move('ArrowUp', 0)).toBeNull();
    expect(move('End', 0)).toEqual({ kind: 'focus', index: 3 });
    expect(move('Home', 3)).toEqual({ kind: 'focus', index: 0 });
    expect(move('ArrowRight', 0), 'nothing lies under it').toBeNull();
    expect(move('ArrowRight', 1)).toEqual({ kind: 'focus', index: 2 });
    expect(move('ArrowRight', 1, ['a'])).toEqual({ kind: 'open', runId: 'a' });
    expect(move('ArrowLeft', 1)).toEqual({ kind: 'close', runId: 'a' });
    expect(move('ArrowLeft', 3), 'out to its run').toEqual({ kind: 'focus', index: 1 });
    expect(move('x', 1)).toBeNull();
  });

  it('D12 says what a branch is; an older row says only that it continues', () => {
    expect(branchWords(RUN)).toBeNull();
    expect(branchWords({ ...RUN, branchOf: 'a' })).toBe('continues');
    expect(branchWords({ ...RUN, branchOf: 'a', branchAt: 9, isFork: true })).toBe('forked at 9');
    expect(branchWords({ ...RUN, branchOf: 'a', branchAt: 9, isFork: false })).toBe('retried');
    expect(branchWords({ ...RUN, branchOf: 'a', branchAt: 9, isFork: false, name: 'Only “Load”' })).toBe(
      'continues',
    );
    expect([nameOfRun(RUN), nameOfRun({ ...RUN, name: 'What if' })]).toEqual(['Sales', 'What if']);
  });
});
