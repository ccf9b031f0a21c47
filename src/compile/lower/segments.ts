import type { Move, Place, Segment } from '../scope';

/** States in one machine above which a sequence is split; measured: 100 to 500 are equally cheap to step. */
const SEGMENT = 250;

export interface Segmented {
  readonly segments: readonly Segment[];
  readonly places: readonly (Place | null)[];
}

/**
 * Cuts a sequence into pieces, in an order in which its token can pass; one piece where it is short.
 *
 * @param start null for a sequence without nodes
 */
export function segment(start: number | null, moves: readonly (readonly Move[])[]): Segmented {
  const order = start === null ? [] : reversePostorder(start, moves);
  const cut = order.length <= 2 * SEGMENT ? [order] : cutInto(order, SEGMENT);
  const places = moves.map((): Place | null => null);
  for (const [number, nodes] of cut.entries()) {
    for (const [local, index] of nodes.entries()) places[index] = { segment: number, local };
  }
  const entries = entriesOf(cut.length, moves, places);
  return { segments: cut.map((nodes, number) => ({ nodes, entries: entries[number] ?? [] })), places };
}

function cutInto(order: readonly number[], size: number): readonly (readonly number[])[] {
  const pieces: (readonly number[])[] = [];
  for (let at = 0; at < order.length; at += size) pieces.push(order.slice(at, at + size));
  return pieces;
}

/** Per piece, the nodes that some earlier piece leads to. */
function entriesOf(
  count: number,
  moves: readonly (readonly Move[])[],
  places: readonly (Place | null)[],
): readonly (readonly number[])[] {
  if (count === 1) return [];
  const entries = Array.from({ length: count }, () => new Set<number>());
  for (const [index, choices] of moves.entries()) {
    const from = places[index];
    for (const { to } of choices) {
      const place = to === null ? null : places[to];
      if (to !== null && from && place && place.segment !== from.segment) entries[place.segment]?.add(to);
    }
  }
  return entries.map((nodes) => [...nodes]);
}

/** Depth-first, last settled first, with a stack of its own: 20,000 nodes in a row do not overflow. */
function reversePostorder(start: number, moves: readonly (readonly Move[])[]): number[] {
  if (moves.length === 1) return [start];
  const order: number[] = [];
  const seen = new Set([start]);
  const stack: { index: number; next: number }[] = [{ index: start, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const move = (moves[top.index] ?? [])[top.next++];
    if (move === undefined) {
      order.push(top.index);
      stack.pop();
    } else if (move.to !== null && !seen.has(move.to)) {
      seen.add(move.to);
      stack.push({ index: move.to, next: 0 });
    }
  }
  return order.reverse();
}
