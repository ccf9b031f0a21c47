import { type Json, PersistentMap } from '#base';
import { endBranch, isFailed } from '#compile';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import { completeRun } from '../run/completeRun';
import { outputsOf } from '../run/outputs';
import type { BranchEnd, Frame } from '../state';
import { writesOf, writeVariable } from '../variables';
import { cancelFrame } from './cancelScope';
import { applyTurn } from './frames';
import { mergeBranches } from './merge';

/**
 * A scope has come to rest, or its END was reached (R14, R15): its container succeeds with its value (R21). The
 * container is told through a queue, not by recursion, so that no depth of nesting is a depth of calls.
 *
 * @param ended the result of the END that ended it
 */
export function endFrame(draft: Draft, id: string, ended?: Json): void {
  if (ended !== undefined) draft.change(id).value = ended;
  const frame = draft.frame(id);
  if (frame.scope.shape === 'branches') {
    if (isFailed(frame.position)) failBranches(draft, frame);
    else completeBranches(draft, frame);
    return;
  }
  cancelFrame(draft, id);
  if (frame.parent === null) {
    completeRun(draft, frame, ended);
    return;
  }
  const around = draft.frame(frame.parent.frame);
  if (around.scope.shape === 'branches') {
    const end = { status: frame.started ? 'succeeded' : 'skipped', value: frame.value, error: null } as const;
    endOfBranch(draft, frame.parent, { ...end, writes: frame.layer ?? PersistentMap.empty() });
    return;
  }
  if (frame.instance !== null) {
    endInstance(draft, frame, frame.parent, ended);
    return;
  }
  flushLayer(draft, frame, frame.parent);
  draft.settling.push({ ref: frame.parent, result: frame.value, error: null });
}

/** The plan of a SUB_PLAN has ended: its outputs are the node's result (R21), or an output is missing (V1). */
function endInstance(draft: Draft, frame: Frame, container: NodeRef, ended: Json | undefined): void {
  const outputs = outputsOf(draft, frame, ended);
  if (outputs.ok) draft.settling.push({ ref: container, result: outputs.value, error: null });
  else draft.settling.push({ ref: container, result: null, error: outputs.problem });
}

/** A node of the scope failed and nothing handled it: the scope fails, and its container with that error (R8). */
export function failFrame(draft: Draft, id: string, error: RunError): void {
  const frame = draft.frame(id);
  cancelFrame(draft, id);
  if (frame.parent === null) {
    draft.failRun(error);
    return;
  }
  const around = draft.frame(frame.parent.frame);
  if (around.scope.shape !== 'branches') draft.settling.push({ ref: frame.parent, result: null, error });
  else {
    const writes = PersistentMap.empty<Json>();
    endOfBranch(draft, frame.parent, { status: 'failed', value: null, error, writes });
  }
}

/** An attempt of a container succeeded: what it wrote is kept (R12, R20). */
function flushLayer(draft: Draft, frame: Frame, container: NodeRef): void {
  const { address } = draft.active(container);
  const around = draft.frame(container.frame);
  for (const [variable, value] of writesOf(frame.layer))
    writeVariable(draft, around, address, variable, value);
}

function endOfBranch(draft: Draft, branch: NodeRef, end: Omit<BranchEnd, 'ended'>): void {
  const group = draft.change(branch.frame);
  const ends = (group.ends ?? PersistentMap.empty<BranchEnd>()).set(String(branch.node), {
    ...end,
    ended: group.ends?.size ?? 0,
  });
  group.ends = ends;
  const turn = endBranch(group.scope, group.position, branch.node, OUTCOME[end.status]);
  if (turn.outcome === 'running') applyTurn(draft, group.id, turn);
  else if (turn.outcome === 'done') completeBranches(draft, group);
  else failBranches(draft, group);
}

const OUTCOME = { succeeded: 'ok', failed: 'bad', skipped: 'skipped' } as const;

function completeBranches(draft: Draft, group: Frame): void {
  const container = group.parent;
  if (container === null) return;
  cancelFrame(draft, group.id);
  const node = draft.compiled(container).node;
  const merged = mergeBranches(node, group);
  const { address } = draft.active(container);
  const around = draft.frame(container.frame);
  for (const [variable, value] of merged.writes) writeVariable(draft, around, address, variable, value);
  draft.settling.push({ ref: container, result: merged.result, error: null });
}

/** The container fails with the error of the branch that failed first (R8). */
function failBranches(draft: Draft, group: Frame): void {
  const container = group.parent;
  if (container === null) return;
  cancelFrame(draft, group.id);
  const failed = (group.ends?.values() ?? []).filter((end) => end.error !== null);
  const [first] = failed.sort((a, b) => a.ended - b.ended);
  draft.settling.push({ ref: container, result: null, error: first?.error ?? UNREACHABLE });
}

const UNREACHABLE: RunError = {
  code: 'COMPLETION_UNREACHABLE',
  message: 'Fewer branches can succeed than the group needs.',
  help: 'Lower the number that must succeed, or add branches.',
};
