import { type Address, type Diagnostic, ok, type Result, withoutAttempt } from '#base';
import { type Commit, recordOf } from '#kernel';
import type { Capabilities } from '../ports';
import { type Foreseen, foresee } from './foresee';
import type { Branch } from './retryOf';

/** What a fork comes to (D3), as far as the record tells. All addresses are of nodes, without attempt. */
export interface ForeseenFork extends Foreseen {
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
  const served = new Set(foreseen.value.reused);
  const whole = recordOf(earlier, earlier.length, { careful: true });
  const written = whole.ok ? (whole.value.called ?? []) : [];
  const repeated = [...new Set(written.map(withoutAttempt))].filter((address) => !served.has(address));
  return ok({ ...foreseen.value, repeated });
}
