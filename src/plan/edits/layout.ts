import type { Place, Workspace } from '../schema/workspace';

/** Places by node id; null takes a place away. */
export type Places = { readonly [node: string]: Place | null };

/** The same workspace with some places of a plan changed. A plan without places has no entry. */
export function withPlaces(workspace: Workspace, plan: string, places: Places): Workspace {
  const changed = Object.entries(places);
  if (changed.length === 0) return workspace;
  const kept = new Map(Object.entries(workspace.layout[plan] ?? {}));
  for (const [node, place] of changed) {
    if (place === null) kept.delete(node);
    else kept.set(node, place);
  }
  return withLayout(workspace, plan, Object.fromEntries(kept));
}

/** The same workspace with all places of a plan given anew. */
export function withLayout(
  workspace: Workspace,
  plan: string,
  places: { readonly [node: string]: Place },
): Workspace {
  const layout = Object.fromEntries(Object.entries(workspace.layout).filter(([id]) => id !== plan));
  if (Object.keys(places).length > 0) layout[plan] = { ...places };
  return { ...workspace, layout };
}

/** The places that some nodes have now, null for those that have none. */
export function placesOf(workspace: Workspace, plan: string, nodes: Iterable<string>): Places {
  const places = new Map(Object.entries(workspace.layout[plan] ?? {}));
  return Object.fromEntries([...nodes].map((node) => [node, places.get(node) ?? null]));
}
