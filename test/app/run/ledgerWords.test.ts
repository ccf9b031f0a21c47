import { describe, expect, it } from 'vitest';
import { commitsText, shortRunId } from '../../../src/app/run/runLists';

describe('a ledger in words', () => {
  it('counts its commits, and while travelling how many of them are shown', () => {
    expect([commitsText(12, 12), commitsText(5, 12), commitsText(1, 1), commitsText(0, 0)]).toEqual([
      '12 commits',
      '5 of 12 commits',
      '1 commit',
      '0 commits',
    ]);
  });

  it('shortens the id that a run got here, and leaves one that somebody chose', () => {
    expect(shortRunId('run-1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed')).toBe('run-1b9d6bcd');
    expect(shortRunId('nightly')).toBe('nightly');
  });
});
