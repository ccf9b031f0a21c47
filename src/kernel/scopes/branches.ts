import type { Json } from '#base';
import { endBranch, isAtRest, isFailed } from '#compile';
import { capabilityOfMerge, type PlanNode } from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { BranchesFrame, BranchResult, NodeRef } from '../frame';
import { byName, writeAtEnd, writesOf } from '../variables';
import { type Breaks, scopeOpenIn } from '../work';
import { keepLate, lateBranchEnded } from './background';
import { applyTurn, cancelFrame, isDecidedAtOnce, openInside } from './scope';

/**
 * Opens the branches of a container. With none, or fewer than it needs, it is decided before anything else starts
 * (R8, R10).
 */
export function openBranches(
  draft: Draft,
  container: NodeRef,
  opening: Parameters<typeof openInside>[2],
): void {
  openInside(draft, container, opening);
  const group = draft.frame(opening.id);
  if (isDecidedAtOnce(draft, group) && group.kind === 'branches' && isAtRest(group.position))
    endBranches(draft, group);
}

/** A branch has ended: its container counts it (R9), and completes or fails by R10. */
export function endOfBranch(draft: Draft, branch: NodeRef, end: Omit<BranchResult, 'ended'>): void {
  const group = draft.changeBranches(branch.frame);
  if (group.late !== null) {
    lateBranchEnded(draft, group.id);
    return;
  }
  group.ends = group.ends.set(String(branch.node), { ...end, ended: group.ends.size });
  const turn = endBranch(group.position, OUTCOME[end.status]);
  if (turn.outcome === 'running') applyTurn(draft, group.id, turn);
  else if (turn.outcome === 'done') completeBranches(draft, group);
  else failBranches(draft, group);
}

const OUTCOME = { succeeded: 'ok', failed: 'bad', skipped: 'skipped' } as const;

/** The counters of a container said its end before any branch could: there are none, or fewer than it needs. */
export function endBranches(draft: Draft, group: BranchesFrame): void {
  if (isFailed(group.position)) failBranches(draft, group);
  else completeBranches(draft, group);
}

/**
 * The container completes (R10): its rest is cancelled or goes on, and its branches are merged. The rest belongs to the
 * container until that has succeeded: if it fails after all, the rest is cancelled with it (R11).
 */
function completeBranches(draft: Draft, group: BranchesFrame): void {
  const container = group.parent;
  if (container === null) return;
  const policy = policyOf(draft.compiled(container).node);
  const breaks = breaksOf(group);
  if (policy.rest === 'ignore') keepLate(draft, group);
  else cancelFrame(draft, group.id);
  if (policy.capability !== null) {
    awaitMerge(draft, container, policy.capability, collect(policy.saysHow, group), breaks);
    return;
  }
  const merged = mergeBranches(policy, group);
  for (const [variable, value] of merged.writes) writeAtEnd(draft, container, variable, value);
  draft.endedScopes.push({ ref: container, result: merged.result, error: null, breaks });
}

/**
 * `merge: CAPABILITY(id)` (R21): the capability will be called at `<container>!merge` with the list that COLLECT would
 * give. A call like any other: it leaves when the gate and the budget allow it (R19, K10).
 */
function awaitMerge(
  draft: Draft,
  ref: NodeRef,
  capability: string,
  input: Json,
  breaks: Breaks | null,
): void {
  const inside = scopeOpenIn(draft.active(ref).work);
  const frame = inside !== null && draft.frames.has(inside) ? inside : null;
  draft.setWork(ref, { kind: 'merging', frame, capability, input, breaks });
  draft.hold(ref, { kind: 'merge' });
}

function failBranches(draft: Draft, group: BranchesFrame): void {
  const container = group.parent;
  if (container === null) return;
  cancelFrame(draft, group.id);
  draft.endedScopes.push({ ref: container, result: null, error: errorOf(group) });
}

/** R8: the error of the branch that failed first; where k must succeed, of the one that put k out of reach. */
function errorOf(group: BranchesFrame): RunError {
  const { scope } = group;
  const inOrder = endsInOrder(group);
  const needsSome = scope.completion.rule === 'N_OF';
  const decisive = needsSome ? inOrder.at(-1) : inOrder.find((end) => end.error !== null);
  return decisive?.error ?? UNREACHABLE;
}

const UNREACHABLE: RunError = {
  code: 'COMPLETION_UNREACHABLE',
  message: 'Fewer branches can succeed than the container needs.',
  help: 'Lower the number that must succeed, or add branches.',
};

/** What an ASYNC GROUP or an ITERATOR does with its branches when it completes (R10, R11). */
interface MergePolicy {
  /** A word of L1; for `CAPABILITY(id)` the id is in `capability`. */
  readonly merge: string;
  readonly capability: string | null;
  /** ALL_SETTLED: a collected list says how each of them ended. */
  readonly saysHow: boolean;
  readonly rest: 'cancel' | 'ignore';
}

/** What an ASYNC container writes and is worth when it completes (R21). */
interface Merged {
  readonly result: Json;
  readonly writes: readonly (readonly [string, Json])[];
}

/** The policy of a container, with the defaults of its type: LAST_WINS for a GROUP, COLLECT for an ITERATOR (L1). */
function policyOf(node: PlanNode): MergePolicy {
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
function mergeBranches({ merge, saysHow }: MergePolicy, group: BranchesFrame): Merged {
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
function endsInOrder({ ends }: BranchesFrame): BranchResult[] {
  const ordered = new Array<BranchResult>(ends.size);
  for (const end of ends.values()) ordered[end.ended] = end;
  return ordered;
}

/** The branches' values in branch order, null where one did not succeed; or how each of them ended. */
function collect(saysHow: boolean, group: BranchesFrame): Json {
  return slotsOf(group).map((slot) => {
    const end = group.ends.get(slot);
    return saysHow ? howItEnded(end) : end?.status === 'succeeded' ? end.value : null;
  });
}

/** What a group breaks with when a `break` ended every one of its branches: the narrowest request (L7). */
function breaksOf(group: BranchesFrame): Breaks | null {
  const slots = slotsOf(group);
  let narrowest: Breaks | null = null;
  for (const slot of slots) {
    const breaks = group.ends.get(slot)?.breaks ?? null;
    if (breaks === null) return null;
    if (narrowest !== 'plan') narrowest = breaks;
  }
  return narrowest;
}

/** Variable by variable, whoever comes last in the list wins; so does its value. */
function inOrder(ends: readonly BranchResult[]): Merged {
  const writes = new Map<string, Json>();
  for (const end of ends) for (const [variable, value] of writesOf(end.writes)) writes.set(variable, value);
  return { result: ends.at(-1)?.value ?? null, writes: [...writes].sort(byName) };
}

function prefixed(group: BranchesFrame): Json {
  const result: Record<string, Json> = {};
  for (const [slot, branch] of group.scope.branches.entries()) {
    const end = group.ends.get(String(slot));
    const first = branch.nodes[0];
    if (end?.status !== 'succeeded' || first === undefined) continue;
    result[first.id] = Object.fromEntries(writesOf(end.writes));
  }
  return result;
}

/** The branches that succeeded, in the order in which they ended. */
function succeededIn(group: BranchesFrame): BranchResult[] {
  return endsInOrder(group).filter((end) => end.status === 'succeeded');
}

function slotsOf({ scope }: BranchesFrame): readonly string[] {
  return scope.branches.map((_, slot) => String(slot));
}

function howItEnded(end: BranchResult | undefined): Json {
  if (end?.status === 'succeeded') return { status: 'succeeded', value: end.value };
  if (end?.error) return { status: 'failed', error: { code: end.error.code, message: end.error.message } };
  return { status: 'skipped' };
}
