import { hashText } from '#base';
import type { Ids } from './ports';

/** Run ids from the host's own source of chance (WebCrypto). */
export const systemIds: Ids = {
  runId: () => `run-${crypto.randomUUID()}`,
};

/**
 * The seed of all chance in a run, unless one is given: the same run id gives the same run on every host (K3).
 *
 * @returns 32 bits
 */
export function seedOf(runId: string): number {
  return Number.parseInt(hashText(runId).slice(0, 8), 16);
}
