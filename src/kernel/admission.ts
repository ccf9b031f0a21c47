import { type Address, err, type Json, ok, type Result, withCall } from '#base';
import type { Feature, PlanNode } from '#plan';
import { baseAddress, beginContainer, beginLeaf, firstAddress, opensScope, startTimeout } from './activation';
import { mayGo, type Verdict, verdictOn, verdictOnMerge } from './budget';
import { failNode, startRetryTimer, succeedNode } from './completion';
import { type Draft, gateAllows } from './draft';
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
import { sendPermitted } from './nodes/permission';
import { answerNow, approvePlan, verdictOnAnswer } from './nodes/planExecutor';
import { callMerge } from './nodes/scopeEnded';
import { callAgain } from './nodes/signals';
import { askNow, compareNow, verdictOnAsking, verdictOnComparing } from './planning/plannerCalls';
import { judgeNow, verdictOnJudge } from './planning/review';
import { forbiddenUnasked } from './policies';
import { leaveToBackground, openBackground } from './scopes/background';
import { acquire, type Held, holdsMutex, transferMutexes } from './state';
import { evaluateIn, resolveInput } from './variables';

/**
 * The turn of a node has come. One whose mutex another holds waits for it, and is active meanwhile; its first attempt
 * begins when it has it (L2).
 */
export function beginNode(draft: Draft, ref: NodeRef): void {
  const { node } = draft.compiled(ref);
  const { mutex } = node;
  if (mutex === undefined || node.disabled === 'pass') {
    admit(draft, ref);
    return;
  }
  draft.mutexes = acquire(draft.mutexes, mutex, ref);
  if (holdsMutex(draft.mutexes, mutex, ref)) admit(draft, ref);
  else queue(draft, ref);
}

function queue(draft: Draft, ref: NodeRef): void {
  const address = firstAddress(draft, ref);
  const work = { kind: 'queued' } as const;
  draft.setActive(ref, { node: ref.node, address, attempt: 1, open: [], work, layer: null });
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
export function admit(draft: Draft, ref: NodeRef, asked = 0): void {
  const { node, id, key } = draft.compiled(ref);
  // An inline PLANNER is one node (L1): its executing half, whose key is another than its id, was let in with it.
  if (!hasFeatures(draft, node) || node.disabled === 'pass' || key !== id) {
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
  const address = firstAddress(draft, ref);
  const work = { kind: 'guarded', asked } as const;
  draft.setActive(ref, { node: ref.node, address, attempt: 1, open: [], work, layer: null });
  const frame = draft.frame(ref.frame);
  const input = inputShown(draft, ref);
  const call = input.ok
    ? callOf(draft, frame, guard, shownTo(node, 'pre', { input: input.value ?? null }))
    : input;
  const denied = call.ok ? forbiddenUnasked(draft, frame, call.value) : null;
  if (!call.ok) failNode(draft, ref, call.problem, { final: true });
  else if (denied !== null) failNode(draft, ref, denied, { final: true });
  else if (isSilent(draft, ref, asked)) admit(draft, ref, asked + 1);
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
  if (gateAllows(draft, ref) && mayGo(draft, verdictOn(draft, ref))) admit(draft, ref, work.asked + 1);
  else
    draft.held = [
      ...draft.held,
      { frame: ref.frame, node: ref.node, what: { asked: work.asked + 1, kind: 'admission' } },
    ];
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

/** What the budget says to what was held back (K10). */
export function verdictOnHeld(draft: Draft, held: Held): Verdict {
  switch (held.what.kind) {
    case 'attempt':
    case 'admission':
    case 'payload':
    case 'permitted':
      return verdictOn(draft, held);
    case 'plan':
      return verdictOnAsking(draft, held);
    case 'merge':
      return verdictOnMerge(draft, held);
    case 'compare':
      return verdictOnComparing(draft, held);
    case 'judge':
      return verdictOnJudge(draft, held);
    case 'answer':
      return verdictOnAnswer(draft, held);
    default:
      return 'go';
  }
}

/** Sends what the gate held back; false when the budget does not allow it. */
export function release(draft: Draft, held: Held): boolean {
  const { what } = held;
  if (!mayGo(draft, verdictOnHeld(draft, held))) return false;
  draft.held = draft.held.filter((other) => other !== held);
  const ref = { frame: held.frame, node: held.node };
  if (what.kind === 'timer') startRetryTimer(draft, ref, what.address, what.afterMs, what.for === 'server');
  else if (what.kind === 'command') send(draft, ref, what.command);
  else if (what.kind === 'merge') callMerge(draft, ref);
  else if (what.kind === 'plan') askNow(draft, ref);
  else if (what.kind === 'compare') compareNow(draft, ref);
  else if (what.kind === 'judge') judgeNow(draft, ref);
  else if (what.kind === 'answer') answerNow(draft, ref);
  else if (what.kind === 'admission') admit(draft, ref, what.asked);
  else if (what.kind === 'execute') approvePlan(draft, ref);
  else if (what.kind === 'permitted') sendPermitted(draft, ref);
  else if (what.kind === 'payload') callAgain(draft, ref, what.payload);
  else startNode(draft, ref, draft.active(ref).attempt + 1);
  return true;
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
  const resolved = input.ok ? ok(input.value ?? null) : input;
  const begin = opensScope(node) ? beginContainer : beginLeaf;
  begin(draft, ref, 1, { kind: 'calling' }, input.ok ? input.value : undefined);
  if (resolved.ok) succeedNode(draft, ref, { ports: ['out'], result: resolved.value });
  else failNode(draft, ref, resolved.problem, { final: true });
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
