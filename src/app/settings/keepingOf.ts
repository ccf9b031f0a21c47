import { canSeal, type Keeping } from '#storage';

/**
 * Where a connection is to be kept: as it is now; a new one with its address alone on this device, with a key only where
 * that is said (T2).
 *
 * @param chosen null until something was
 * @param now of one that is there already; null for a new one
 */
export function keepingOf(chosen: Keeping | null, hasKey: boolean, now: Keeping | null): Keeping {
  if (!canSeal()) return 'tab';
  const wanted = chosen ?? now;
  if (!hasKey) return wanted === 'tab' ? 'tab' : 'device';
  return wanted ?? 'tab';
}
