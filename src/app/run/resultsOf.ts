import { type Address, withoutAttempt } from '#base';
import type { CardResult, StaleMark } from '#canvas';
import { type Graph, type NodeStatus, placeOf, type RunView } from '#projection';

/** What is stale of a run, by the addresses of its steps. */
export type Marks = ReadonlyMap<Address, StaleMark>;

export const NO_RESULTS: ReadonlyMap<string, CardResult> = new Map();

/**
 * What cards tell of a run besides their own status (D7), by their keys.
 *
 * @param left the view of the run where its statuses are not drawn any more; null where cards have them themselves
 */
export function resultsOf(graph: Graph, left: RunView | null, marks: Marks): ReadonlyMap<string, CardResult> {
  if (left === null) {
    const byCard = surestOf(marks);
    const shown = graph.nodes.flatMap(({ key, address, type }) => {
      // A state is drawn once, however often the run was in it.
      const stale = type === 'STATE' ? byCard.get(key) : marks.get(withoutAttempt(address));
      return stale === undefined ? [] : [[key, { status: null, stale }] as const];
    });
    return shown.length === 0 ? NO_RESULTS : new Map(shown);
  }
  const statuses = new Map<string, NodeStatus>();
  for (const { address, status } of left.nodes.values())
    if (KEPT.has(status)) statuses.set(placeOf(address).key, status);
  const stale = surestOf(marks);
  return new Map(
    graph.nodes.flatMap(({ key }) => {
      const status = statuses.get(key);
      return status === undefined ? [] : [[key, { status, stale: stale.get(key) ?? null }] as const];
    }),
  );
}

/** By the keys of cards: of several rounds the surer mark stands on the card. */
function surestOf(marks: Marks): ReadonlyMap<string, StaleMark> {
  const surest = new Map<string, StaleMark>();
  for (const [address, mark] of marks) {
    const { key } = placeOf(address);
    if (surest.get(key)?.word !== 'stale') surest.set(key, mark);
  }
  return surest;
}

const KEPT: ReadonlySet<NodeStatus> = new Set<NodeStatus>(['succeeded', 'failed', 'cancelled']);

/** What reads the same stays the same object, so that its card is not drawn anew. */
export function keepEqual(
  next: ReadonlyMap<string, CardResult>,
  before: ReadonlyMap<string, CardResult>,
): ReadonlyMap<string, CardResult> {
  let isSame = next.size === before.size;
  const kept = new Map<string, CardResult>();
  for (const [key, result] of next) {
    const old = before.get(key);
    const same = old !== undefined && isEqual(old, result);
    isSame &&= same;
    kept.set(key, same ? old : result);
  }
  return isSame ? before : kept;
}

function isEqual(one: CardResult, other: CardResult): boolean {
  return (
    one.status === other.status &&
    one.stale?.word === other.stale?.word &&
    one.stale?.reason === other.stale?.reason
  );
}
