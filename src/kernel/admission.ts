import { type Address, err, type Json, ok, type Result, withCall } from '#base';
import type { Feature, PlanNode } from '#plan';
import { isMetered, mayGo, type Verdict, verdictOn, verdictOnMerge } from './budget';
import { baseAddress, type Draft, firstAddress, opensScope } from './draft';
import type { RunError } from './fact';
import {
  callOf,
  featuresOf,
  hasFeatures,
  inputShown,
  observeStart,
  PLAN_GUARDS_FRAME,
  shownTo,
} from './features';
import type { NodeRef } from './frame';
import { send } from './machine/macrostep';
import {
  activate,
  beginContainer,
  beginLeaf,
  failNode,
  issueRetryTimer,
  startTimeout,
  succeedNode,
} from './node';
import { sendPermitted } from './nodes/call';
import { answerNow, approvePlan, verdictOnAnswer } from './nodes/planExecutor';
import { callMerge } from './nodes/scopeEnded';
import { callAgain } from './nodes/signals';
import { askNow, compareNow, verdictOnAsking, verdictOnComparing } from './planning/plannerCalls';
import { judgeNow, verdictOnJudge } from './planning/review';
import { forbiddenUnasked } from './policies';
import type { Admission } from './ports';
import { startsBeforeFork } from './reuse';
import { leaveToBackground, openBackground } from './scopes/background';
import { acquire, type Held, holdsMutex, transferMutexes } from './state';
import { evaluateIn, resolveInput } from './variables';

/*
 * A node is let in when its turn has come. It passes these places, in this order, and the first that holds it back decides:
 *
 *   fork point   up to it only what the record knows starts (K8)
 *   review       while a plan is judged none of its steps starts (P9)
 *   gate         the run is paused or stepped, or an effect is uncertain (R19, D1, K6)
 *   budget       a part of it is used up, or calls in flight may yet take what is left (K10)
 *   mutex        another node holds it (L2)
 *   guards       each is asked by a command of its own, and may refuse the node (L4)
 *   pin          what comes of it is said already, so nothing inside it is called (D7, D10, H4)
 *
 * A breakpoint belongs between guards and pin. What the node calls then passes places of its own: `nodes/call.ts`.
 */

/** L2: a mutex passes to the oldest waiter before anything else starts. */
export function startWithMutex(draft: Draft): boolean {
  const next = passedMutex(draft).find((ref) => gateAllows(draft, ref));
  if (next === undefined || !mayGo(draft, verdictOn(draft, next))) return false;
  passGuards(draft, next);
  return true;
}

/**
 * Starts the first node in document order that may (R22).
 *
 * @returns false where none may
 */
export function startNext(draft: Draft): boolean {
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

/** Whether a node waits for what is decided about its plan (P9). */
function isInReview(draft: Draft, { frame }: NodeRef): boolean {
  return draft.reviews.some((review) => review.frame === frame);
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

/** Whether a node may start now, and its commands leave (R19, D1, K6). */
export function gateAllows(draft: Draft, ref: NodeRef): boolean {
  if (draft.uncertain > 0) return false;
  if (draft.gate.kind === 'open') return true;
  return isInside(draft, ref);
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
  if (!goesOn) draft.pause(draft.gate.reason ?? 'step');
}

/**
 * The turn of a node has come. One whose mutex another holds waits for it, and is active meanwhile; its first attempt
 * begins when it has it (L2).
 */
export function beginNode(draft: Draft, ref: NodeRef): void {
  const { node } = draft.compiled(ref);
  const { mutex } = node;
  if (mutex === undefined || node.disabled === 'pass') {
    passGuards(draft, ref);
    return;
  }
  draft.mutexes = acquire(draft.mutexes, mutex, ref);
  if (holdsMutex(draft.mutexes, mutex, ref)) passGuards(draft, ref);
  else queue(draft, ref);
}

function queue(draft: Draft, ref: NodeRef): void {
  const address = firstAddress(draft, ref);
  activate(draft, ref, address, { kind: 'queued' });
  draft.emit({ address, data: { for: 'mutex' }, kind: 'node.waiting' });
}

/** The nodes that were passed a mutex and have not started with it yet, in the order of the passing. */
export function passedMutex(draft: Draft): readonly NodeRef[] {
  if (draft.mutexes.length === 0) return [];
  return draft.mutexes
    .map(({ holder }) => holder)
    .filter((holder) => draft.active(holder).work.kind === 'queued');
}

/**
 * A node that holds its mutex is let in: its guards are asked in order, once, each by a command of its own at
 * `<node>!pre-n`; then its first attempt starts (L4).
 *
 * @param asked how many guards have let it pass
 */
export function passGuards(draft: Draft, ref: NodeRef, asked = 0): void {
  const { node, id, key } = draft.compiled(ref);
  // An inline PLANNER is one node (L1): its executing half, whose key is another than its id, was let in with it.
  if (!draft.hasFeatures || !hasFeatures(draft, node) || node.disabled === 'pass' || key !== id) {
    startNode(draft, ref, 1);
    return;
  }
  const guard = featuresOf(draft, node, 'guard')[asked];
  if (guard !== undefined) {
    askGuard(draft, ref, guard, asked);
    return;
  }
  observeStart(draft, ref);
  startNode(draft, ref, 1);
}

function askGuard(draft: Draft, ref: NodeRef, guard: Feature, asked: number): void {
  const { node } = draft.compiled(ref);
  activate(draft, ref, firstAddress(draft, ref), { kind: 'guarded', asked });
  const frame = draft.frame(ref.frame);
  const input = inputShown(draft, ref);
  const call = input.ok
    ? callOf(draft, frame, guard, shownTo(node, 'pre', { input: input.value ?? null }))
    : input;
  const denied = call.ok ? forbiddenUnasked(draft, frame, call.value) : null;
  if (!call.ok) failNode(draft, ref, call.problem, { final: true });
  else if (denied !== null) failNode(draft, ref, denied, { final: true });
  else if (isSilent(draft, ref, asked)) passGuards(draft, ref, asked + 1);
  else draft.issue(ref, { ...call.value, address: guardAddress(draft, ref, asked) });
}

/** H4: the script says nothing of this guard, so that it passes and takes no turn. */
function isSilent(draft: Draft, ref: NodeRef, asked: number): boolean {
  const { guards } = draft.start;
  const bare = `${draft.compiled(ref).id}!pre-${asked + 1}`;
  return guards !== undefined && !guards.includes(guardAddress(draft, ref, asked)) && !guards.includes(bare);
}

function guardAddress(draft: Draft, ref: NodeRef, asked: number): Address {
  return withCall(baseAddress(draft, ref), `pre-${asked + 1}`);
}

/** A guard has answered: false refuses the node; with anything else the next is asked, or the node starts. */
export function onGuard(draft: Draft, ref: NodeRef, result: Json): void {
  const { work } = draft.active(ref);
  if (work.kind !== 'guarded') return;
  const { node } = draft.compiled(ref);
  const guard = featuresOf(draft, node, 'guard')[work.asked];
  const verdict = guard ? verdictOf(draft, ref, guard, result) : ok(result);
  if (!verdict.ok) {
    failNode(draft, ref, verdict.problem, { final: true });
    return;
  }
  draft.emit({ address: guardAddress(draft, ref, work.asked), data: {}, kind: 'guard.passed' });
  draft.admit(ref, { kind: 'admission', asked: work.asked + 1 });
}

function verdictOf(draft: Draft, ref: NodeRef, guard: Feature, result: Json): Result<Json, RunError> {
  const { output } = guard;
  const frame = draft.frame(ref.frame);
  const verdict = output === undefined ? ok(result) : evaluateIn(draft, frame, output, [['result', result]]);
  if (!verdict.ok || verdict.value !== false) return verdict;
  return err({
    code: 'GUARD_REFUSED',
    message: `"${guard.name ?? guard.id}" does not let "${draft.compiled(ref).id}" pass.`,
    help: 'Look at what the guard asks for, or let the node handle its error.',
  });
}

/** Starts an attempt of a node, as its type does. */
export function startNode(draft: Draft, ref: NodeRef, attempt: number): void {
  const { node } = draft.compiled(ref);
  if (node.disabled === 'pass') passThrough(draft, ref, node);
  else if (node.background === true && draft.frame(ref.frame).background === null) {
    runInBackground(draft, ref, node);
  } else {
    const behaviour = draft.behaviourOf(node);
    if (isOneLeaf(draft, ref, node) && startScripted(draft, ref, node, attempt)) return;
    behaviour.start(draft, ref, node, attempt);
  }
}

/** Whether a node that has more inside may be answered whole; a SUB_PLAN by pins, which runs of before did not know (D10). */
function isOneLeaf(draft: Draft, ref: NodeRef, node: PlanNode): boolean {
  if (draft.behaviourOf(node).isScripted) return true;
  const { reuse, simulated } = draft.start;
  return (
    node.type === 'SUB_PLAN' && reuse?.pins !== undefined && !simulated && ref.frame !== PLAN_GUARDS_FRAME
  );
}

/**
 * `background: true` (L2): the node starts in a scope of its own, takes what it holds along, and counts as succeeded in
 * the scope that it stands in.
 */
function runInBackground(draft: Draft, ref: NodeRef, node: PlanNode): void {
  for (const inner of openBackground(draft, ref, node)) {
    draft.mutexes = transferMutexes(draft.mutexes, ref, inner);
    if (draft.isActive(ref)) draft.release(ref);
    startNode(draft, inner, 1);
  }
  leaveToBackground(draft, ref);
}

/** `disabled: pass`: takes `out` and applies `output` to its input as `result` (L2). */
function passThrough(draft: Draft, ref: NodeRef, node: PlanNode): void {
  const input = resolveInput(draft, draft.frame(ref.frame), node);
  const begin = opensScope(node) ? beginContainer : beginLeaf;
  begin(draft, ref, 1, { kind: 'calling' }, input.ok ? input.value : undefined);
  if (input.ok) succeedNode(draft, ref, { ports: ['out'], result: input.value ?? null });
  else failNode(draft, ref, input.problem, { final: true });
}

/**
 * H4, D7, D10: where a script, an output that a person has put in, or a pin says what comes of a node, it is one leaf:
 * nothing inside it is called.
 *
 * @returns false where nobody says it, and the node starts as it does
 */
function startScripted(draft: Draft, ref: NodeRef, node: PlanNode, attempt: number): boolean {
  if (!draft.start.simulated && !draft.isPinned(ref, baseAddress(draft, ref))) return false;
  const input = resolveInput(draft, draft.frame(ref.frame), node);
  const address = beginLeaf(draft, ref, attempt, { kind: 'scripted' }, input.ok ? input.value : undefined);
  if (!input.ok) {
    failNode(draft, ref, input.problem, { final: true });
    return true;
  }
  const call = { capability: node.type, effect: 'read', idempotent: true, kind: 'call' } as const;
  draft.issue(ref, { ...call, address, input: input.value ?? null });
  startTimeout(draft, ref);
  return true;
}

/** Something that a node, once it has been let in, does only while the run goes on and its budget allows it (R19, K10). */
interface Entrance<What> {
  /** What the budget says to it. */
  verdict(draft: Draft, ref: NodeRef): Verdict;
  letIn(draft: Draft, ref: NodeRef, what: What): void;
}

type What = Held['what'];

const FREE = (): Verdict => 'go';

const ENTRANCES: { readonly [Kind in What['kind']]: Entrance<Extract<What, { kind: Kind }>> } = {
  admission: { verdict: verdictOn, letIn: (draft, ref, { asked }) => passGuards(draft, ref, asked) },
  attempt: {
    verdict: verdictOn,
    letIn: (draft, ref) => startNode(draft, ref, draft.active(ref).attempt + 1),
  },
  permitted: { verdict: verdictOn, letIn: sendPermitted },
  payload: { verdict: verdictOn, letIn: (draft, ref, { payload }) => callAgain(draft, ref, payload) },
  plan: { verdict: verdictOnAsking, letIn: askNow },
  compare: { verdict: verdictOnComparing, letIn: compareNow },
  judge: { verdict: verdictOnJudge, letIn: judgeNow },
  answer: { verdict: verdictOnAnswer, letIn: answerNow },
  merge: { verdict: verdictOnMerge, letIn: callMerge },
  execute: { verdict: FREE, letIn: approvePlan },
  timer: { verdict: FREE, letIn: issueRetryTimer },
  command: { verdict: FREE, letIn: (draft, ref, { command }) => send(draft, ref, command) },
};

function entranceOf({ kind }: What): Entrance<What> {
  return ENTRANCES[kind];
}

/** What the budget says to what was held back (K10). */
export function verdictOnHeld(draft: Draft, held: Held): Verdict {
  return entranceOf(held.what).verdict(draft, held);
}

/** Lets in what was held back; false when the budget does not allow it. */
export function release(draft: Draft, held: Held): boolean {
  if (!mayGo(draft, verdictOnHeld(draft, held))) return false;
  draft.held = draft.held.filter((other) => other !== held);
  letIn(draft, held);
  return true;
}

/** Lets in the first that was held back and may go now; false where there is none. */
export function releaseNext(draft: Draft): boolean {
  const held = draft.held.find((one) => gateAllows(draft, one) && verdictOnHeld(draft, one) !== 'wait');
  return held !== undefined && release(draft, held);
}

function letIn(draft: Draft, held: Held): void {
  const { frame, node, what } = held;
  // K5: in runs of before, a step over one of these held it back again.
  const isKept = !draft.has('stepsLetIn') && HELD_AGAIN.has(what.kind) && !gateAllows(draft, held);
  if (isKept) draft.hold(held, what);
  else entranceOf(what).letIn(draft, { frame, node }, what);
}

const HELD_AGAIN: ReadonlySet<What['kind']> = new Set<What['kind']>(['payload', 'permitted', 'timer']);

/** What a draft is given of all this. */
export const admission: Admission<Draft> = {
  allows: (draft, held) => gateAllows(draft, held) && mayGo(draft, verdictOnHeld(draft, held)),
  letIn,
};
