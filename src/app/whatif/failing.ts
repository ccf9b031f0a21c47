import type { JsonObject } from '#base';

/** What an outcome that fails begins with. */
export function failing(afterMs: number): JsonObject {
  return { afterMs, error: { code: 'UNAVAILABLE', message: 'It did not answer.' } };
}
