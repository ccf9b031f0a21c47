import { hashText } from '#base';
import type { Commit } from '../commit';
import type { Entry } from '../entry';
import type { Fact } from '../fact';
import { canonicalCommit, sealedText } from './canonicalCommit';

/**
 * Seals a fact and what it caused into the next commit of a ledger (K3). Done once per commit, synchronously, outside
 * `step`: a WebCrypto digest inside an IndexedDB transaction would end it.
 *
 * @param previous the commit before; null for the first
 * @param draft `at` is milliseconds since the Unix epoch
 */
export function seal(
  previous: Commit | null,
  draft: { readonly at: number; readonly fact: Fact; readonly entries: readonly Entry[] },
): Commit {
  const { at, fact, entries } = draft;
  const seq = previous === null ? 0 : previous.seq + 1;
  const text = canonicalCommit({ at, entries, fact, seq });
  return { seq, at, fact, entries, hash: hashText(sealedText(previous?.hash ?? null, text)) };
}
