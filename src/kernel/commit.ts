import { canonicalJson, type Hash, hashText, type Json } from '#base';
import type { Entry } from './entry';
import type { Fact } from './fact';

/**
 * K3: one fact, whole, with all that it caused, in the order in which the kernel made it. `at` is milliseconds
 * since the Unix epoch, given by the host; `seq` counts from 0. `hash` is SHA-256 over the previous hash and the
 * canonical JSON of the commit without `hash`.
 */
export interface Commit {
  readonly seq: number;
  readonly at: number;
  readonly fact: Fact;
  readonly entries: readonly Entry[];
  readonly hash: Hash;
}

/** A commit without what seals it. */
type Unsealed = Pick<Commit, 'at' | 'entries' | 'fact' | 'seq'>;

/**
 * The canonical JSON of a commit without its hash (RFC 8785). The kernel writes entries with their keys in order, and
 * facts come so, which makes this the cheap case of `canonicalJson`.
 */
export function canonicalCommit({ at, entries, fact, seq }: Unsealed): string {
  return `{"at":${at},"entries":${canonical(entries)},"fact":${canonical(fact)},"seq":${seq}}`;
}

/** The same with its hash: the line of a ledger. */
export function canonicalLine(commit: Commit): string {
  const { at, entries, fact, hash, seq } = commit;
  return `{"at":${at},"entries":${canonical(entries)},"fact":${canonical(fact)},"hash":"${hash}","seq":${seq}}`;
}

/** What a hash is taken of: the hash before it, then the canonical commit (K3). */
export function sealedText(previous: Hash | null, text: string): string {
  return (previous ?? '') + text;
}

/** Facts and entries are JSON, but for members that may be undefined, which canonical JSON leaves out. */
function canonical(value: unknown): string {
  return canonicalJson(value as Json);
}

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
