import type { Body } from '../nodes/node';
import { successorsOf } from './reach';

/**
 * The cycles of a body (R2): each strongly connected component of more than one node, and each node with an
 * edge to itself, as ids in document order; the cycles too are in the document order of their first nodes.
 *
 * Tarjan, "Depth-first search and linear graph algorithms" (1972), with a stack of its own instead of
 * recursion, so that a chain of 20,000 nodes does not overflow.
 *
 * @example cyclesOf(body) // [['a', 'b']] for a → b → a
 */
export function cyclesOf(body: Body): readonly (readonly string[])[] {
  const successors = successorsOf(body);
  const order = new Map(body.nodes.map((node, index) => [node.id, index]));
  const positionOf = (id: string): number => order.get(id) ?? 0;
  return strongComponents(successors)
    .filter((ids) => ids.length > 1 || (successors.get(ids[0] ?? '') ?? []).includes(ids[0] ?? ''))
    .map((ids) => ids.toSorted((a, b) => positionOf(a) - positionOf(b)))
    .toSorted((a, b) => positionOf(a[0] ?? '') - positionOf(b[0] ?? ''));
}

interface Visit {
  readonly id: string;
  readonly successors: readonly string[];
  next: number;
}

function strongComponents(successors: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const lower = (id: string, to: number): void => {
    low.set(id, Math.min(low.get(id) ?? to, to));
  };
  const enter = (id: string): Visit => {
    index.set(id, index.size);
    lower(id, index.size - 1);
    open.push(id);
    isOpen.add(id);
    return { id, successors: successors.get(id) ?? [], next: 0 };
  };
  const leave = (id: string): void => {
    if (low.get(id) !== index.get(id)) return;
    const members = open.splice(open.lastIndexOf(id));
    for (const member of members) isOpen.delete(member);
    found.push(members);
  };
  for (const root of successors.keys()) {
    if (index.has(root)) continue;
    const visits = [enter(root)];
    for (let visit = visits.at(-1); visit; visit = visits.at(-1)) {
      const next = visit.successors[visit.next++];
      if (next === undefined) {
        leave(visit.id);
        visits.pop();
        const parent = visits.at(-1);
        if (parent) lower(parent.id, low.get(visit.id) ?? 0);
      } else if (!index.has(next)) visits.push(enter(next));
      else if (isOpen.has(next)) lower(visit.id, index.get(next) ?? 0);
    }
  }
  return found;
}
