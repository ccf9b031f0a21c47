import type { Address } from '#base';
import { callInside, type Graph, placeOf } from '#projection';

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

/** Of some keys those that are drawn; for a call inside a node the node that makes it. */
export function drawnKeys(keys: readonly string[], { nodes }: Graph): readonly string[] {
  const drawn = new Map(nodes.map((node) => [node.key as string, node]));
  return keys.flatMap((key) => {
    if (drawn.has(key)) return [key];
    const slash = key.lastIndexOf('/');
    const owner = drawn.get(key.slice(0, slash));
    return owner !== undefined && owner.type !== 'STATE' && callInside(owner.node, key.slice(slash + 1))
      ? [owner.key]
      : [];
  });
}
