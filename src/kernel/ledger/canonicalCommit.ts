import { canonicalJson, type Hash, type Json } from '#base';
import type { Commit } from '../commit';

/** A commit without what seals it. */
export type Draft = Pick<Commit, 'at' | 'entries' | 'fact' | 'seq'>;

/**
 * The canonical JSON of a commit without its hash (RFC 8785). The kernel writes entries with their keys in order, and
 * facts come so, which makes this the cheap case of `canonicalJson`.
 */
export function canonicalCommit({ at, entries, fact, seq }: Draft): string {
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
