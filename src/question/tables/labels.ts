import type { Column } from './column';

/** "Match day", "Floor", "Round": whole numbers that say which one it is, and are never added up. */
const LABEL = /(?:^|[\s_-])(?:day|week|round|floor|room|seat|lane|gate|zip|postcode)$/i;

/** A column of such numbers. */
export function isLabel({ type, name, unit, derived, max }: Column): boolean {
  const isWhole = typeof max !== 'number' || Number.isInteger(max);
  return type === 'number' && unit === '' && derived === undefined && isWhole && LABEL.test(name.trim());
}
