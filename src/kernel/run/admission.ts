import { type Address, err, type Json, ok, type Result, withCall } from '#base';
import type { Feature } from '#plan';
import { baseAddress, firstAddress } from '../activation';
import { mayGo, type Verdict, verdictOn, verdictOnMerge } from '../budget';
import { failNode, startRetryTimer } from '../completion';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import { callOf, featuresOf, hasFeatures, inputShown, observeStart, shownTo } from '../features';
import type { NodeRef } from '../frame';
import { gateAllows } from '../gate';
import { send } from '../machine/macrostep';
import { acquire, holdsMutex } from '../mutex';
import { sendPermitted } from '../nodes/permission';
import { answerNow, verdictOnAnswer } from '../nodes/planAnswer';
import { approvePlan } from '../nodes/planExecutor';
import { callMerge } from '../nodes/scopeEnded';
import { callAgain } from '../nodes/signals';
import { startNode } from '../nodes/startNode';
import { compareNow, verdictOnComparing } from '../planning/candidates';
import { askNow, verdictOnAsking } from '../planning/plannerCalls';
import { judgeNow, verdictOnJudge } from '../planning/review';
import { forbiddenUnasked } from '../policies';
import type { Held } from '../state';
import { evaluateIn } from '../values';

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
