/**
 * Whether an event is one that a descriptor names (M1).
 *
 * @example hears('order.*', 'order.paid') // true, and so is hears('order.*', 'order')
 */
export function hears(descriptor: string, type: string): boolean {
  if (descriptor === '*' || descriptor === type) return true;
  if (!descriptor.endsWith('.*')) return false;
  const stem = descriptor.slice(0, -2);
  return type === stem || type.startsWith(`${stem}.`);
}
