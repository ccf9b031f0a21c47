import { canonicalJson, type Hash, type Json } from '#base';
import type { Commit } from '../commit';

/** A commit without what seals it. */
export type Draft = Pick<Commit, 'at' | 'entries' | 'fact' | 'seq'>;

/**
 * The canonical JSON of a commit without its hash (RFC 8785). Facts and entries are mostly written with their keys in
 * order already; then `JSON.stringify`, which prints strings and numbers as the RFC wants them, is the canonical
 * text, at a third of the price of sorting every object anew.
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

function canonical(value: unknown): string {
  return isInOrder(value) ? JSON.stringify(value) : canonicalJson(value as Json);
}

/** Whether every object in a value has its keys in the order of their code units. */
function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isInOrder);
  let before: string | null = null;
  for (const key in value) {
    if (before !== null && key < before) return false;
    if (!isInOrder((value as Record<string, unknown>)[key])) return false;
    before = key;
  }
  return true;
}
