import { type Json, PersistentMap } from '#base';
import { endBranch, isAtRest, isFailed } from '#compile';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import { type BranchEnd, type Breaks, type Frame, scopeOpenIn } from '../state';
import { writeAtEnd } from '../variables';
import { cancelFrame } from './cancelScope';
import { keepLate, lateBranchEnded } from './detached';
import { applyTurn, isDecidedAtOnce, type Opening, openInside } from './frames';
import { breaksOf, collect, endsInOrder, mergeBranches, policyOf } from './merge';

/**
 * Opens the branches of a container. With none, or fewer than it needs, it is decided before anything else starts
 * (R8, R10).
 */
export function openBranches(
  draft: Draft,
  container: NodeRef,
  opening: Omit<Opening, 'parent' | 'order' | 'dynamic'>,
): void {
  openInside(draft, container, opening);
  const group = draft.frame(opening.id);
  if (isDecidedAtOnce(draft, group) && isAtRest(group.position)) endBranches(draft, group);
}

/** A branch has ended: its container counts it (R9), and completes or fails by R10. */
export function endOfBranch(draft: Draft, branch: NodeRef, end: Omit<BranchEnd, 'ended'>): void {
  const group = draft.change(branch.frame);
  if (group.late !== null) {
    lateBranchEnded(draft, group.id);
    return;
  }
  const ends = group.ends ?? PersistentMap.empty<BranchEnd>();
  group.ends = ends.set(String(branch.node), { ...end, ended: ends.size });
  const turn = endBranch(group.position, OUTCOME[end.status]);
  if (turn.outcome === 'running') applyTurn(draft, group.id, turn);
  else if (turn.outcome === 'done') completeBranches(draft, group);
  else failBranches(draft, group);
}

const OUTCOME = { succeeded: 'ok', failed: 'bad', skipped: 'skipped' } as const;

/** The counters of a container said its end before any branch could: there are none, or fewer than it needs. */
export function endBranches(draft: Draft, group: Frame): void {
  if (isFailed(group.position)) failBranches(draft, group);
  else completeBranches(draft, group);
}

/**
 * The container completes (R10): its rest is cancelled or goes on, and its branches are merged. The rest belongs to the
 * container until that has succeeded: if it fails after all, the rest is cancelled with it (R11).
 */
function completeBranches(draft: Draft, group: Frame): void {
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
  draft.settling.push({ ref: container, result: merged.result, error: null, breaks });
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
  const active = draft.active(ref);
  const inside = scopeOpenIn(active.work);
  const frame = inside !== null && draft.frames.has(inside) ? inside : null;
  draft.setActive(ref, { ...active, work: { kind: 'merging', frame, capability, input, breaks } });
  draft.held = [...draft.held, { ...ref, what: { kind: 'merge' } }];
}

function failBranches(draft: Draft, group: Frame): void {
  const container = group.parent;
  if (container === null) return;
  cancelFrame(draft, group.id);
  draft.settling.push({ ref: container, result: null, error: errorOf(group) });
}

/** R8: the error of the branch that failed first; where k must succeed, of the one that put k out of reach. */
function errorOf(group: Frame): RunError {
  const { scope } = group;
  const inOrder = endsInOrder(group);
  const needsSome = scope.shape === 'branches' && scope.completion.rule === 'N_OF';
  const decisive = needsSome ? inOrder.at(-1) : inOrder.find((end) => end.error !== null);
  return decisive?.error ?? UNREACHABLE;
}

const UNREACHABLE: RunError = {
  code: 'COMPLETION_UNREACHABLE',
  message: 'Fewer branches can succeed than the container needs.',
  help: 'Lower the number that must succeed, or add branches.',
};
