import { readFile } from 'node:fs/promises';
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
