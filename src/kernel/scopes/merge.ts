import type { Json } from '#base';
import type { PlanNode } from '#plan';
import type { BranchEnd, Frame } from '../state';
import { writesOf } from '../variables';

/** What an ASYNC container writes and is worth when it completes (R21). */
export interface Merged {
  readonly result: Json;
  readonly writes: readonly (readonly [string, Json])[];
}

/** Merges the ends of a group's branches by its policy; only branches that succeeded take part. */
export function mergeBranches(node: PlanNode, group: Frame): Merged {
  const merge = (node.type === 'GROUP' ? node.params.merge : undefined) ?? 'LAST_WINS';
  if (merge === 'COLLECT') return { result: collect(node, group), writes: [] };
  return lastWins(group);
}

function lastWins(group: Frame): Merged {
  const ends = (group.ends?.values() ?? []).filter((end) => end.status === 'succeeded');
  ends.sort((a, b) => a.ended - b.ended);
  const writes = new Map<string, Json>();
  for (const end of ends) for (const [variable, value] of writesOf(end.writes)) writes.set(variable, value);
  const names = [...writes].sort(([a], [b]) => (a < b ? -1 : 1));
  return { result: ends.at(-1)?.value ?? null, writes: names };
}

/** The branches' values in branch order; with ALL_SETTLED how each of them ended. */
function collect(node: PlanNode, group: Frame): Json {
  const count = group.scope.shape === 'branches' ? group.scope.branches.length : 0;
  const settled = node.type === 'GROUP' && node.params.completion === 'ALL_SETTLED';
  return Array.from({ length: count }, (_, slot) => {
    const end = group.ends?.get(String(slot));
    return settled ? howItEnded(end) : end?.status === 'succeeded' ? end.value : null;
  });
}

function howItEnded(end: BranchEnd | undefined): Json {
  if (end?.status === 'succeeded') return { status: 'succeeded', value: end.value };
  if (end?.error) return { status: 'failed', error: { code: end.error.code, message: end.error.message } };
  return { status: 'skipped' };
}
