import { type Hash, isHash } from '#base';
import type { Commit } from '#kernel';

/**
 * Hashes that a text names, whatever it is: a workspace, also one that this version cannot read. One that is no blob
 * keeps nothing; one that were missed would lose a person's file.
 */
export function filesOfText(text: string): readonly Hash[] {
  const found = new Set<Hash>();
  for (const [, hash = ''] of text.matchAll(/"hash"\s{0,8}:\s{0,8}"([0-9a-f]{64})"/g))
    if (isHash(hash)) found.add(hash);
  return [...found];
}

/** Blobs that a commit names: handles of values (V6), and files of documents in the closure (W8). */
export function filesOfCommit({ fact, entries }: Commit): readonly Hash[] {
  const found = new Set<Hash>();
  collect(fact, found);
  for (const { data } of entries) collect(data, found);
  return [...found];
}

/** The members that hold the hash of a blob: handles, and the `file` of a document. */
const HOLDERS: ReadonlySet<string> = new Set(['$table', '$blob', 'file']);

function collect(value: unknown, found: Set<Hash>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (HOLDERS.has(key)) note(member, found);
    collect(member, found);
  }
}

function note(holder: unknown, found: Set<Hash>): void {
  if (typeof holder !== 'object' || holder === null) return;
  const hash: unknown = Reflect.get(holder, 'hash');
  if (typeof hash === 'string' && isHash(hash)) found.add(hash);
}
