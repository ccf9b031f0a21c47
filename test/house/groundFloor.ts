import { type Fact, fold, readLedger, replay, seal, step, writeLedger } from '#kernel';
import { project } from '#projection';

/**
 * Refolds a recorded ledger from its facts alone and writes it again: what the quarantine runs where there is no
 * clock, no chance, no timer and no host.
 */
export function refold(text: string): string {
  const recorded = readLedger(text);
  if (!recorded.ok) return JSON.stringify(recorded.problem);
  let state: ReturnType<typeof step>['state'] | null = null;
  let last: ReturnType<typeof seal> | null = null;
  const commits = [];
  for (const commit of recorded.value) {
    const next = step(state, commit.fact as Fact);
    last = seal(last, { at: commit.at, fact: commit.fact, entries: next.entries });
    state = next.state;
    commits.push(last);
  }
  return writeLedger(commits);
}

/** Folds and projects a ledger, so that the reading rooms are quarantined too. */
export function look(text: string): string {
  const recorded = readLedger(text);
  if (!recorded.ok) return JSON.stringify(recorded.problem);
  const view = project(recorded.value);
  return JSON.stringify({
    replay: replay(recorded.value),
    fold: fold(recorded.value).ok,
    status: view.status,
  });
}
