import type { Address } from '#base';
import { placeOf } from '#projection';

/**
 * The keys of nodes that may be named by their addresses in a run, and what rounds have to be drawn for them.
 *
 * @param rounds those that are chosen already; the same map comes back when nothing has to be drawn anew
 */
export function placesOf(
  names: Iterable<string>,
  rounds: ReadonlyMap<string, number>,
): { readonly keys: readonly string[]; readonly rounds: ReadonlyMap<string, number> } {
  const keys: string[] = [];
  let chosen = rounds;
  for (const name of names) {
    const place = /[[#]/.test(name)
      ? placeOf(name as Address)
      : { key: name, rounds: new Map<string, number>() };
    keys.push(place.key);
    if ([...place.rounds].some(([container, round]) => chosen.get(container) !== round)) {
      chosen = new Map([...chosen, ...place.rounds]);
    }
  }
  return { keys, rounds: chosen };
}
