import type { Json } from '#base';
import type { Commit } from '#kernel';

/** What K3 leaves out when it calls ledgers equal: when commits were made, how long things took, and hashes of both. */
const TIMES = new Set(['at', 'hash']);
const DURATIONS = new Set(['durationMs', 'latencyMs']);

/**
 * A ledger as K3 compares it.
 *
 * @example expect(withoutTimes(readLedger(ofThePage))).toEqual(withoutTimes(readLedger(ofNode)))
 */
export function withoutTimes(commits: readonly Commit[]): Json {
  return commits.map((commit) => {
    const text = JSON.stringify(commit, (key, value: Json) => (DURATIONS.has(key) ? undefined : value));
    const entries = Object.entries<Json>(JSON.parse(text)).filter(([key]) => !TIMES.has(key));
    return Object.fromEntries(entries);
  });
}
