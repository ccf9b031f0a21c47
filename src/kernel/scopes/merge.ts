import type { Json } from '#base';
import { capabilityOfMerge, type PlanNode } from '#plan';
import type { BranchEnd, Breaks, Frame } from '../state';
import { writesOf } from '../variables';

/** What an ASYNC GROUP or an ITERATOR does with its branches when it completes (R10, R11). */
export interface MergePolicy {
  /** A word of L1; for `CAPABILITY(id)` the id is in `capability`. */
  readonly merge: string;
  readonly capability: string | null;
  /** ALL_SETTLED: a collected list says how each of them ended. */
  readonly saysHow: boolean;
  readonly rest: 'cancel' | 'ignore';
}

/** What an ASYNC container writes and is worth when it completes (R21). */
export interface Merged {
  readonly result: Json;
  readonly writes: readonly (readonly [string, Json])[];
}

/** The policy of a container, with the defaults of its type: LAST_WINS for a GROUP, COLLECT for an ITERATOR (L1). */
export function policyOf(node: PlanNode): MergePolicy {
  const isIterator = node.type === 'ITERATOR';
  const params = isIterator || node.type === 'GROUP' ? node.params : null;
  const merge = params?.merge ?? (isIterator ? 'COLLECT' : 'LAST_WINS');
  return {
    merge,
    capability: capabilityOfMerge(node),
    saysHow: params?.completion === 'ALL_SETTLED',
    rest: params?.rest ?? 'cancel',
  };
}

/** Merges the ends of branches by a policy that needs nobody outside; only those that succeeded take part. */
export function mergeBranches({ merge, saysHow }: MergePolicy, group: Frame): Merged {
  switch (merge) {
    case 'COLLECT':
      return { result: collect(saysHow, group), writes: [] };
    case 'PREFIX_BY_ACTIVITY':
      return { result: prefixed(group), writes: [] };
    case 'FIRST_WINS':
      return inOrder(succeededIn(group).reverse());
    default:
      // LAST_WINS; and SHARED, whose items have written already and end one after another.
      return inOrder(succeededIn(group));
  }
}

/** How the branches ended, in the order in which they did. */
export function endsInOrder({ ends }: Frame): BranchEnd[] {
  const ordered = new Array<BranchEnd>(ends?.size ?? 0);
  for (const end of ends?.values() ?? []) ordered[end.ended] = end;
  return ordered;
}

/** The branches' values in branch order, null where one did not succeed; or how each of them ended. */
export function collect(saysHow: boolean, group: Frame): Json {
  return slotsOf(group).map((slot) => {
    const end = group.ends?.get(slot);
    return saysHow ? howItEnded(end) : end?.status === 'succeeded' ? end.value : null;
  });
}

/** What a group breaks with when a `break` ended every one of its branches: the narrowest request (L7). */
export function breaksOf(group: Frame): Breaks | null {
  const slots = slotsOf(group);
  let narrowest: Breaks | null = null;
  for (const slot of slots) {
    const breaks = group.ends?.get(slot)?.breaks ?? null;
    if (breaks === null) return null;
    if (narrowest !== 'plan') narrowest = breaks;
  }
  return narrowest;
}

/** Variable by variable, whoever comes last in the list wins; so does its value. */
function inOrder(ends: readonly BranchEnd[]): Merged {
  const writes = new Map<string, Json>();
  for (const end of ends) for (const [variable, value] of writesOf(end.writes)) writes.set(variable, value);
  const byName = [...writes].sort(([a], [b]) => (a < b ? -1 : 1));
  return { result: ends.at(-1)?.value ?? null, writes: byName };
}

function prefixed(group: Frame): Json {
  const result: Record<string, Json> = {};
  if (group.scope.shape !== 'branches') return result;
  for (const [slot, branch] of group.scope.branches.entries()) {
    const end = group.ends?.get(String(slot));
    const first = branch.nodes[0];
    if (end?.status !== 'succeeded' || first === undefined) continue;
    result[first.id] = Object.fromEntries(writesOf(end.writes));
  }
  return result;
}

/** The branches that succeeded, in the order in which they ended. */
function succeededIn(group: Frame): BranchEnd[] {
  return endsInOrder(group).filter((end) => end.status === 'succeeded');
}

function slotsOf({ scope }: Frame): readonly string[] {
  return scope.shape === 'branches' ? scope.branches.map((_, slot) => String(slot)) : [];
}

function howItEnded(end: BranchEnd | undefined): Json {
  if (end?.status === 'succeeded') return { status: 'succeeded', value: end.value };
  if (end?.error) return { status: 'failed', error: { code: end.error.code, message: end.error.message } };
  return { status: 'skipped' };
}
