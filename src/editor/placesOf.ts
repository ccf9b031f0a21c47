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
  if (keys.length === 0) return [];
  const wanted = new Set(keys.flatMap((key) => [key, ownerOf(key)]));
  const drawn = new Map(nodes.flatMap((node) => (wanted.has(node.key) ? [[node.key, node]] : [])));
  return keys.flatMap((key) => {
    if (drawn.has(key)) return [key];
    const owner = drawn.get(ownerOf(key));
    return owner !== undefined &&
      owner.type !== 'STATE' &&
      callInside(owner.node, key.slice(owner.key.length + 1))
      ? [owner.key]
      : [];
  });
}

/** Of some keys those of edges that can be chosen: what only the order says is none. */
export function drawnLines(keys: ReadonlySet<string>, { edges }: Graph): ReadonlySet<string> {
  if (keys.size === 0) return keys;
  const drawn = new Set(edges.flatMap(({ key, implied }) => (!implied && keys.has(key) ? [key] : [])));
  return new Set([...keys].filter((key) => drawn.has(key)));
}

function ownerOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}
