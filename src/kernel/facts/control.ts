import { type Json, ROOT } from '#base';
import { opensScope } from '../activation';
import { mayGo, verdictOn } from '../budget';
import type { Draft } from '../draft';
import type { Budget, OutsideReason, StepMode } from '../fact';
import { PLAN_GUARDS_FRAME } from '../features';
import type { NodeRef } from '../frame';
import { pause } from '../gate';
import { resumeMachines } from '../machine/dispatch';

import { admit, beginNode, passedMutex, release, verdictOnHeld } from '../run/admission';

import { cancelFrame } from '../scopes/cancel';
import { ROOT_FRAME } from '../scopes/scope';
import { fireTimer } from './timers';

/** No node starts and no command leaves from now on (R19). To pause again for the same reason is nothing new. */
export function onPaused(draft: Draft, reason: OutsideReason): void {
  const { gate } = draft;
  if (gate.kind === 'closed' && gate.reason === reason) return;
  pause(draft, reason);
}

/**
 * The gate opens (R19); what waited behind it leaves when the run is drained.
 *
 * @param input for a machine whose plan is paused (M4)
 */
export function onResumed(draft: Draft, input: Json = null): void {
  if (draft.gate.kind === 'open') {
    draft.refuse(ROOT, 'NOT_PAUSED', 'The run is not paused.', 'Pause it first.');
    return;
  }
  draft.gate = { kind: 'open' };
  draft.emit({ address: ROOT, data: {}, kind: 'run.resumed' });
  resumeMachines(draft, input);
}

/** K10: a raised budget resumes a run that paused because it was used up. */
export function onBudget(draft: Draft, budget: Budget): void {
  draft.budget = { ...draft.budget, ...budget };
  if (draft.gate.kind !== 'closed' || draft.gate.reason !== 'budget') return;
  draft.gate = { kind: 'open' };
  draft.emit({ address: ROOT, data: { budget: draft.budget }, kind: 'run.resumed' });
}

/** R17: everything in one step; facts that come later are late. */
export function onCancelled(draft: Draft, reason: string | undefined): void {
  cancelFrame(draft, PLAN_GUARDS_FRAME);
  cancelFrame(draft, ROOT_FRAME);
  draft.emit({ address: ROOT, data: reason === undefined ? {} : { reason }, kind: 'run.cancelled' });
  draft.end('cancelled');
}

/**
 * D1. `into` starts exactly the first ready node; `over` lets all that is inside it run as well; `out` lets the scope
 * around it run until it closes. Then the run is paused again.
 */
export function onStepped(draft: Draft, mode: StepMode): void {
  const held = draft.held[0];
  const next = held ?? passedMutex(draft)[0] ?? draft.ready.peek();
  if (draft.gate.kind === 'open' || (next === undefined && draft.due.length === 0) || draft.uncertain > 0) {
    refuseStep(draft);
    return;
  }
  const verdict = next === undefined ? 'go' : held ? verdictOnHeld(draft, held) : verdictOn(draft, next);
  if (verdict === 'wait') {
    refuseStep(draft);
    return;
  }
  if (!mayGo(draft, verdict)) return;
  draft.emit({ address: ROOT, data: {}, kind: 'run.resumed' });
  if (next === undefined) fireFirst(draft);
  else if (mode === 'out') draft.gate = { kind: 'inside', frame: next.frame, node: null };
  else if (mode === 'over' && isContainer(draft, next)) {
    draft.gate = { kind: 'inside', frame: next.frame, node: next.node };
    if (!held) begin(draft, next);
  } else {
    draft.gate = { kind: 'closed', reason: 'step' };
    if (held) release(draft, held);
    else begin(draft, next);
    if (draft.phase === 'going') pause(draft, 'step');
  }
}

function begin(draft: Draft, next: NodeRef): void {
  if (passedMutex(draft)[0] === next) admit(draft, next);
  else {
    draft.ready.pop();
    beginNode(draft, next);
  }
}

function fireFirst(draft: Draft): void {
  const [address, ...rest] = draft.due;
  draft.due = rest;
  if (address !== undefined) fireTimer(draft, address);
  if (draft.phase === 'going') pause(draft, 'step');
}

function isContainer(draft: Draft, ref: NodeRef): boolean {
  const { node } = draft.compiled(ref);
  return opensScope(node) || node.type === 'PLANNER';
}

function refuseStep(draft: Draft): void {
  const open = draft.gate.kind === 'open';
  draft.refuse(
    ROOT,
    open ? 'NOT_PAUSED' : 'NOTHING_READY',
    open ? 'A run that is not paused cannot be stepped.' : 'No node is ready to start.',
    open ? 'Pause it first.' : 'Wait for what is in flight, answer what waits, or resume the run.',
  );
}
