import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { type Commit, readLedger } from '#kernel';
import type { Planloom } from './planloom';
import { Sharing } from './sharing';

/** The ledger of the shown run, taken away through the dialog "Share" and read as any reader would read it. */
export async function exportedLedger(app: Planloom): Promise<readonly Commit[]> {
  return commitsOf(await new Sharing(app).download('This run'));
}

/** The commits of a ledger's text; fails with its problems, a broken chain among them. */
export function commitsOf(text: string): readonly Commit[] {
  const read = readLedger(text);
  if (!read.ok) throw new Error(read.problem.map(({ message }) => message).join('\n'));
  return read.value;
}

export async function ledgerIn(path: string): Promise<readonly Commit[]> {
  return commitsOf(await readFile(path, 'utf8'));
}

/** Addresses of the effects that were finished, in the order of the ledger. */
export function finishedEffects(commits: readonly Commit[]): readonly string[] {
  return commits.flatMap(({ fact }) => (fact.type === 'effect.succeeded' ? [fact.address] : []));
}

/** The run id of the page's run: the seed comes of it, and addresses of correlation too. */
export function sameRun(ledger: string): readonly string[] {
  const [first] = commitsOf(ledger);
  return first?.fact.type === 'run.started' ? ['--run-id', first.fact.runId] : [];
}

const TIMES = new Set(['at', 'hash', 'durationMs', 'latencyMs']);

/** K3: equal commit by commit, after dropping times, durations and the hashes over them. */
export function expectEqual(one: readonly Commit[], other: readonly Commit[]): void {
  const [left, right] = [one.map(timeless), other.map(timeless)];
  const differs = left.findIndex((text, index) => text !== right[index]);
  expect(left[differs] ?? 'equal', `commit ${differs}`).toBe(right[differs] ?? 'equal');
  expect(left).toHaveLength(right.length);
}

function timeless(commit: Commit): string {
  return JSON.stringify(commit, (name, value) => (TIMES.has(name) ? undefined : value));
}

/** Whoever trusts what came from outside gives it a budget, which the command line has none of. */
export function withoutBudget(commits: readonly Commit[]): readonly Commit[] {
  return commits.map((commit) =>
    commit.fact.type === 'run.started' ? { ...commit, fact: { ...commit.fact, budget: {} } } : commit,
  );
}
