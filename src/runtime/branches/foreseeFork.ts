import { type Address, type Diagnostic, ok, type Result, withoutAttempt } from '#base';
import { type Commit, type Entry, recordOf } from '#kernel';
import type { Capabilities } from '../ports';
import { type Foreseen, foresee } from './foresee';
import type { Branch } from './retryOf';

/** What a fork comes to (D3), as far as the record tells. All addresses are of nodes, without attempt. */
export interface ForeseenFork extends Foreseen {
  /** Steps that are called: at once, then those that the earlier run had called, in its order. */
  readonly called: readonly Address[];
  /** Steps that may have changed something outside in the earlier run, and may do so again (D11). */
  readonly repeated: readonly Address[];
}

/**
 * Runs a fork up to the point where it has to ask somebody, without asking, and takes the rest from what the earlier run did.
 *
 * @param earlier the whole ledger of the run that it comes from
 * @returns what it would do, or every reason why it cannot start
 */
export function foreseeFork(
  branch: Branch,
  earlier: readonly Commit[],
  capabilities: Capabilities,
): Result<ForeseenFork, readonly Diagnostic[]> {
  const foreseen = foresee(branch, earlier, capabilities);
  if (!foreseen.ok) return foreseen;
  const { reused, again, later } = foreseen.value;
  const [served, recorded] = [new Set(reused), new Set([...reused, ...later])];
  const called = [...again.map(({ address }) => address), ...askedIn(earlier)];
  const whole = recordOf(earlier, earlier.length, { careful: true });
  const written = whole.ok ? (whole.value.called ?? []) : [];
  return ok({
    ...foreseen.value,
    called: unique(called).filter((address) => !recorded.has(address)),
    repeated: unique(written.map(withoutAttempt)).filter((address) => !served.has(address)),
  });
}

/** The steps that a run asked somebody outside for, or that the record of another answered for it. */
function askedIn(commits: readonly Commit[]): readonly Address[] {
  return commits.flatMap(({ entries }) =>
    entries.flatMap((entry) => (isAsked(entry) ? [withoutAttempt(entry.address)] : [])),
  );
}

function isAsked(entry: Entry): boolean {
  if (entry.kind !== 'command') return entry.kind === 'served';
  const { kind } = entry.data.command;
  return kind === 'call' || kind === 'plan' || kind === 'wait' || kind === 'listen';
}

function unique(addresses: readonly Address[]): readonly Address[] {
  return [...new Set(addresses)];
}
