import { canSeal, type Keeping } from '#storage';

/**
 * Where a new connection is kept: an address alone on this device, a key only where that is said (T2).
 *
 * @param chosen null until something was
 */
export function keepingOf(chosen: Keeping | null, key: string): Keeping {
  if (!canSeal()) return 'tab';
  if (key === '') return chosen === 'tab' ? 'tab' : 'device';
  return chosen ?? 'tab';
}
