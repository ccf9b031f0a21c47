import type { Ids } from './ports';

/** Run ids and seeds from the host's own source of chance (WebCrypto). */
export const systemIds: Ids = {
  runId: () => `run-${crypto.randomUUID()}`,
  seed: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
};
