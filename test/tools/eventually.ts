import { vi } from 'vitest';

/** So long is waited on a machine that is busy. What works comes in milliseconds. */
const PATIENCE_MS = 30_000;

/** Waits until a check passes, and gives what it gave; fails with what the check last threw. */
export function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: PATIENCE_MS });
}
