import { ROOT } from '#base';
import type { Draft } from './draft';
import type { BudgetPart, PauseReason } from './fact';
import type { NodeRef } from './frame';

/** Whether a node may start now, and its commands leave (R19, D1, K6). */
export function gateAllows(draft: Draft, ref: NodeRef): boolean {
  if (draft.uncertain > 0) return false;
  if (draft.gate.kind === 'open') return true;
  return draft.gate.kind === 'inside' && isInside(draft, ref);
}

/** Whether a node is, or lies inside, what is stepped over. */
function isInside(draft: Draft, ref: NodeRef): boolean {
  if (draft.gate.kind !== 'inside') return false;
  const { frame, node } = draft.gate;
  for (let at: NodeRef | null = ref; at !== null; at = draft.frames.get(at.frame)?.parent ?? null) {
    if (at.frame === frame && (node === null || at.node === node)) return true;
  }
  return false;
}

/** What was stepped over, or run to, has settled: the run is paused (D1). */
export function closeGateAfterStep(draft: Draft): void {
  if (draft.gate.kind !== 'inside') return;
  const { frame, node } = draft.gate;
  const open = draft.frames.get(frame);
  const goesOn = open !== undefined && (node === null || open.active.has(String(node)));
  if (!goesOn) pause(draft, draft.gate.reason ?? 'step');
}

/**
 * Closes the gate, and says why.
 *
 * @param of the part of the budget that is used up; that of calls goes without saying
 */
export function pause(draft: Draft, reason: PauseReason, of?: BudgetPart): void {
  draft.gate = { kind: 'closed', reason };
  const part = of === undefined || of === 'calls' ? {} : { of };
  draft.emit({ address: ROOT, data: { ...part, reason }, kind: 'run.paused' });
}
