import { expect, test } from 'vitest';
import {
  type BranchCounts,
  countBranch,
  slotsToOpen,
  verdictOf,
} from '../../src/compile/machine/graphCounts';

function counts(rule: BranchCounts['rule'], n: number, need = 0, limit = n): BranchCounts {
  return { n, rule, need, limit, opened: 0, ok: 0, bad: 0, skipped: 0 };
}

/** The verdict after each of these ends: `o` succeeded, `b` failed, `s` skipped. */
function verdicts(start: BranchCounts, ends: string): string {
  let now = start;
  return [...ends]
    .map((end) => {
      now = countBranch(now, end === 'o' ? 'ok' : end === 'b' ? 'bad' : 'skipped');
      return verdictOf(now);
    })
    .join(' ');
}

test('R10 ALL waits for all ends and fails if one failed; a skipped branch has ended without failing (R9)', () => {
  expect(verdicts(counts('ALL', 3), 'oso')).toBe('open open done');
  expect(verdicts(counts('ALL', 3), 'boo')).toBe('open open failed');
});

test('R10 FIRST_FAILURE is the same, but fails at the first failure', () => {
  expect(verdicts(counts('FIRST_FAILURE', 3), 'ob')).toBe('open failed');
  expect(verdicts(counts('FIRST_FAILURE', 2), 'os')).toBe('open done');
});

test('R10 ALL_SETTLED never fails', () => {
  expect(verdicts(counts('ALL_SETTLED', 3), 'bbb')).toBe('open open done');
});

test('R10 N_OF(k) completes at k successes and fails as soon as k is out of reach; a skipped branch is no success', () => {
  expect(verdicts(counts('N_OF', 3, 2), 'oo')).toBe('open done');
  expect(verdicts(counts('N_OF', 3, 2), 'bs')).toBe('open failed');
  expect(verdictOf(counts('N_OF', 1, 2))).toBe('failed');
});

test('R10 no branches: completes, but N_OF fails', () => {
  expect(
    ['ALL', 'FIRST_FAILURE', 'ALL_SETTLED'].map((rule) =>
      verdictOf({ ...counts('ALL', 0), rule } as BranchCounts),
    ),
  ).toEqual(['done', 'done', 'done']);
  expect(verdictOf(counts('N_OF', 0, 1))).toBe('failed');
});

test('R9 at most as many branches are open as may be, in order; none after an early completion', () => {
  const start = counts('N_OF', 5, 1, 2);
  expect(slotsToOpen(start)).toEqual([0, 1]);
  const opened = { ...start, opened: 2 };
  expect(slotsToOpen(opened)).toEqual([]);
  expect(slotsToOpen(countBranch(opened, 'bad'))).toEqual([2]);
  expect(slotsToOpen(countBranch(opened, 'ok'))).toEqual([]);
});
