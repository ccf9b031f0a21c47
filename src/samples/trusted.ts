import type { Hash } from '#base';
import hashes from './hashes.json';

const TRUSTED: ReadonlySet<string> = new Set(Object.values(hashes));

/** Whether a workspace is a template as it ships: those are trusted by hash, without asking (T1). */
export function isShippedSample(workspaceHash: Hash): boolean {
  return TRUSTED.has(workspaceHash);
}
