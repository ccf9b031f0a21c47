import type { Waiting } from '#projection';

/**
 * One thing that waits, among all that ever do: what is asked again under the same address is another question, whose form
 * begins anew.
 */
export function keyOfWaiting({ address, since }: Waiting): string {
  return `${address} ${since}`;
}
