import { LIMITS } from '#base';
import { isMetered, mayGo, verdictOn } from './budget';
import type { Draft } from './draft';
import { fireTimer } from './facts/timers';
import type { NodeRef } from './frame';
import { closeGateAfterStep, gateAllows } from './gate';
import { deliverQueued } from './machine/dispatch';
import { starveJoin } from './nodes/join';
import { scopeEnded } from './nodes/scopeEnded';
import { askForNext } from './planning/plannerCalls';
import { isBeingReplanned, isInReview, reviewNext } from './planning/review';
import { passForkPoint, serveNext, startsBeforeFork } from './reuse/serve';
import { admit, beginNode, passedMutex, release, verdictOnHeld } from './run/admission';

import { endFrame } from './scopes/unwinding';

/**
 * Lets the run go as far as it goes by itself (R22): containers whose scope has ended settle at once; then what was
 * held back leaves; of all ready nodes the first in document order starts, again and again; when none is ready, the
 * deepest scope at rest ends; then what is answered from the record is, one after the other (K8); overdue timers fire last
 * (R19).
 */
export function drain(draft: Draft): void {
  let left: number = LIMITS.stepsPerFact;
  while (draft.phase === 'going' && advance(draft)) {
    if (left-- > 0) continue;
    draft.failRun({
      code: 'STEP_LIMIT',
      message: `One fact caused more than ${LIMITS.stepsPerFact} steps.`,
      help: 'Put fewer nodes without calls in a row.',
    });
  }
  if (draft.phase === 'going') closeGateAfterStep(draft);
}

/** Does the next thing. False when there is none. */
function advance(draft: Draft): boolean {
  return (
    completeNext(draft) ||
    deliverQueued(draft) ||
    starveNext(draft) ||
    releaseHeld(draft) ||
    startWithMutex(draft) ||
    reviewNext(draft) ||
    startNext(draft) ||
    endNext(draft) ||
    serveNext(draft) ||
    passForkPoint(draft) ||
    fireNext(draft)
  );
}

function completeNext(draft: Draft): boolean {
  const ending = draft.endedScopes.shift();
  if (ending === undefined) return false;
  scopeEnded(draft, ending);
  return true;
}

/** R6, R22: when all edges have settled and all skips have spread, JOINs that cannot get what they need fail. */
function starveNext(draft: Draft): boolean {
  const ref = draft.starved.shift();
  if (ref === undefined) return false;
  if (draft.frames.has(ref.frame)) starveJoin(draft, ref);
  return true;
}

function releaseHeld(draft: Draft): boolean {
  const held = draft.held.find((one) => gateAllows(draft, one) && verdictOnHeld(draft, one) !== 'wait');
  return held !== undefined && release(draft, held);
}

/** L2: a mutex passes to the oldest waiter before anything else starts. */
function startWithMutex(draft: Draft): boolean {
  const next = passedMutex(draft).find((ref) => gateAllows(draft, ref));
  if (next === undefined || !mayGo(draft, verdictOn(draft, next))) return false;
  admit(draft, next);
  return true;
}

function startNext(draft: Draft): boolean {
  if (draft.forking) return startBeforeFork(draft);
  const next = draft.ready.peek();
  if (next === undefined) return false;
  if (isInReview(draft, next)) return startAnother(draft, (item) => !isInReview(draft, item));
  const verdict = gateAllows(draft, next) ? verdictOn(draft, next) : null;
  if (verdict !== null && verdict !== 'wait') {
    if (!mayGo(draft, verdict)) return false;
    draft.ready.pop();
    beginNode(draft, next);
    return true;
  }
  // Behind one that waits for calls in flight those go before it that take nothing of what it waits for.
  if (verdict === 'wait')
    return startAnother(draft, (item) => !isMetered(draft, item) && !isHeldByReview(draft, item));
  return draft.gate.kind === 'inside' && startAnother(draft, (item) => !isHeldByReview(draft, item));
}

/** P9: while a plan is judged none of its steps starts, also not in the place of one that waits. */
function isHeldByReview(draft: Draft, item: NodeRef): boolean {
  return draft.has('reviewsHold') && isInReview(draft, item);
}

/** The first of some that may start, where the first of all may not. */
function startAnother(draft: Draft, isMeant: (item: NodeRef) => boolean): boolean {
  const other = draft.ready.take((item) => gateAllows(draft, item) && isMeant(item));
  if (other === undefined) return false;
  if (!mayGo(draft, verdictOn(draft, other))) {
    draft.ready.push(other);
    return false;
  }
  beginNode(draft, other);
  return true;
}

/** Of a fork only what its record knows starts before the fork point (K8), up to where it is to stop (D1). */
function startBeforeFork(draft: Draft): boolean {
  const next = draft.ready.take(
    (item) => gateAllows(draft, item) && !isInReview(draft, item) && startsBeforeFork(draft, item),
  );
  if (next === undefined) return false;
  beginNode(draft, next);
  return true;
}

/**
 * R14: of several scopes at rest the deepest ends first, unless something goes on in its background, or its planner has
 * more to say (P2).
 */
function endNext(draft: Draft): boolean {
  const frame = draft.nextAtRest();
  if (frame === null) return false;
  const open = draft.frame(frame);
  if (open.detached.length === 0 && !isBeingReplanned(draft, open) && !askForNext(draft, open))
    endFrame(draft, frame);
  return true;
}

function fireNext(draft: Draft): boolean {
  const address = draft.due.find((due) => {
    const open = draft.commands.get(due);
    return open !== undefined && gateAllows(draft, open);
  });
  if (address === undefined) return false;
  draft.due = draft.due.filter((other) => other !== address);
  fireTimer(draft, address);
  return true;
}
