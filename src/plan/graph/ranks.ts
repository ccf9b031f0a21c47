import type { Body } from '../nodes/node';
import { predecessorsOf, successorsOf } from './reach';

/**
 * A number for each node that is higher than those of all before it (Kahn, "Topological sorting of large networks",
 * 1962); nodes on a cycle or behind one have none.
 */
export function ranksOf(body: Body): ReadonlyMap<string, number> {
  const successors = successorsOf(body);
  const open = new Map([...predecessorsOf(body)].map(([id, before]) => [id, before.length]));
  const ready = [...open].filter(([, count]) => count === 0).map(([id]) => id);
  const ranks = new Map<string, number>();
  // What is pushed while the list is walked is walked too.
  for (const id of ready) {
    ranks.set(id, ranks.size);
    for (const next of successors.get(id) ?? []) {
      const left = (open.get(next) ?? 0) - 1;
      open.set(next, left);
      if (left === 0) ready.push(next);
    }
  }
  return ranks;
}
