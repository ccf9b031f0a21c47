import { own } from '#base';
import type { Place, Workspace } from '../schema/workspace';

/** Places by node id; null takes a place away. */
export type Places = { readonly [node: string]: Place | null };

/** The same workspace with some places of a plan changed. A plan without places has no entry. */
export function withPlaces(workspace: Workspace, plan: string, places: Places): Workspace {
  const changed = Object.entries(places);
  if (changed.length === 0) return workspace;
  const kept = { ...workspace.layout[plan] };
  for (const [node, place] of changed) {
    if (place === null) delete kept[node];
    // Defined, not assigned: a key of a document is never the prototype of anything.
    else
      Object.defineProperty(kept, node, {
        value: place,
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }
  return withLayout(workspace, plan, kept);
}

/** The same workspace with all places of a plan given anew: they are kept as they are, not copied. */
export function withLayout(
  workspace: Workspace,
  plan: string,
  places: { readonly [node: string]: Place },
): Workspace {
  const layout = Object.fromEntries(Object.entries(workspace.layout).filter(([id]) => id !== plan));
  if (!isEmpty(places)) layout[plan] = places;
  return { ...workspace, layout };
}

/** The places that some nodes have now, null for those that have none. */
export function placesOf(workspace: Workspace, plan: string, nodes: Iterable<string>): Places {
  const places = workspace.layout[plan] ?? {};
  return Object.fromEntries([...nodes].map((node) => [node, own(places, node) ?? null]));
}

function isEmpty(places: object): boolean {
  for (const node in places) if (Object.hasOwn(places, node)) return false;
  return true;
}
