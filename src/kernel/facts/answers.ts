import { type Address, isEventType, type Json, LIMITS, notJsonAt, ROOT, withoutAttempt } from '#base';
import { NODE_TYPES } from '#plan';
import { gateAllows, onGuard } from '../admission';
import type { CommandKind } from '../command';
import type { Draft } from '../draft';
import type { FactOf, FactType, RunError } from '../fact';
import type { NodeRef } from '../frame';
import {
  awaits,
  dispatchToMachine,
  isNamedBy,
  respond,
  resumeMachine,
  timerOfMachine,
  waiters,
} from '../machine/dispatch';
import { machineAt } from '../machine/machine';
import { failNode, succeedNode } from '../node';
import { onDecision } from '../nodes/call';
import { onReply } from '../nodes/planner';
import { finishMerge } from '../nodes/scopeEnded';
import { awaitSignal, dispatchSignal } from '../nodes/signals';
import { ask, planningOf } from '../planning/plannerCalls';
import { cancelInside, isInsideNode, openRound } from '../scopes/scope';
import { breakFrom, cancelNodes, endFrame } from '../scopes/unwinding';
import type { OpenCommand } from '../state';
import { whyNotJson } from '../variables';
import type { Signal } from '../work';

/** The open call or evaluation that a fact answers; a fact for anything else is late (R17). */
function openEffect(draft: Draft, address: Address, fact: FactType): OpenCommand | null {
  const open = draft.commands.get(address);
  if (open?.command.kind === 'call' || open?.command.kind === 'evaluate') return open;
  draft.late(address, fact);
  return null;
}

/** V4: what crosses a step's boundary is JSON, else the attempt fails and names the path. */
export function onSucceeded(draft: Draft, fact: FactOf<'effect.succeeded'>): void {
  const open = openEffect(draft, fact.address, fact.type);
  if (open === null) return;
  const offence = notJsonAt(fact.result, LIMITS.jsonDepth);
  draft.answered(fact.address);
  if (draft.active(open).work.kind === 'guarded' && offence === null) {
    onGuard(draft, open, fact.result);
    return;
  }
  if (offence === null && fact.waitFor && mayWait(draft, open)) {
    awaitSignal(draft, open, open.command, fact.waitFor);
    return;
  }
  if (offence === null) {
    comesTo(draft, open, fact);
    return;
  }
  const error = {
    code: 'RESULT_INVALID',
    message: `The result cannot be stored: it ${whyNotJson(offence)}.`,
    help: 'Let the capability return plain JSON values.',
  };
  failNode(draft, open, error, { usage: fact.usage });
}

/** What a call came to: the merge of a container, a way out of the scope (L7), or the success of its node. */
function comesTo(draft: Draft, ref: NodeRef, fact: FactOf<'effect.succeeded'>): void {
  const { result, usage } = fact;
  if (draft.active(ref).work.kind === 'merging') {
    finishMerge(draft, ref, result, usage);
    return;
  }
  const { node } = draft.compiled(ref);
  const asked = breakIn(fact.break);
  const breaks = asked !== null && mayBreak(draft, ref) ? asked : null;
  const behaviour = draft.behaviourOf(node);
  if (behaviour.onResult !== undefined) behaviour.onResult(draft, ref, node, result, usage);
  else if (breaks === null) succeedNode(draft, ref, { ports: ['out'], result, usage });
  else if (succeedNode(draft, ref, { ports: [], result, usage, stays: true })) {
    if (breaks === 'scope') endFrame(draft, ref.frame);
    else breakFrom(draft, ref.frame, breaks);
  }
}

/** Facts come from outside: what is no word of L7 asks for nothing. */
function breakIn(said: string | undefined): 'scope' | 'plan' | 'run' | null {
  return said === 'scope' || said === 'plan' || said === 'run' ? said : null;
}

/** L7: only a CAPABILITY waits, with the call of its own. */
function mayWait(
  draft: Draft,
  open: OpenCommand,
): open is OpenCommand & { readonly command: { readonly kind: 'call' } } {
  return open.command.kind === 'call' && mayBreak(draft, open);
}

/** L7: both count where the type allows them, and not on what a node calls inside it. */
function mayBreak(draft: Draft, ref: NodeRef): boolean {
  return (
    NODE_TYPES[draft.compiled(ref).node.type].mayEnd === true && !isInsideNode(draft, draft.frame(ref.frame))
  );
}

/** The attempt has failed: another may follow (L2). */
export function onFailed(draft: Draft, fact: FactOf<'effect.failed'>): void {
  const open = openEffect(draft, fact.address, fact.type);
  if (open === null) return;
  failCall(draft, open, fact);
}

/** A call has come to nothing: its node goes on all the same, or fails. */
export function failCall(
  draft: Draft,
  open: OpenCommand,
  failure: Pick<FactOf<'effect.failed'>, 'error' | 'retryAfterMs' | 'usage'>,
): void {
  draft.answered(open.command.address);
  if (draft.behaviourOf(draft.compiled(open).node).onFailure?.(draft, open, failure) === true) return;
  const { error, usage, retryAfterMs } = failure;
  // A guard that could not be asked is not asked again (L4).
  const final = draft.active(open).work.kind === 'guarded';
  failNode(draft, open, error, { final, retryAfterMs, usage });
}

/** A streamed step is kept as a fact, and changes nothing before the plan is accepted whole (P3, D4). */
export function onStep(draft: Draft, fact: FactOf<'plan.step'>): void {
  if (draft.commands.get(fact.address)?.command.kind === 'plan') return;
  draft.late(fact.address, fact.type);
}

/** A planner's call has come back, with a plan or with what was wrong (P3–P5). */
export function onReplied(draft: Draft, fact: FactOf<'plan.replied'>): void {
  const open = draft.commands.get(fact.address);
  const planning = open && planningOf(draft, open);
  if (open?.command.kind !== 'plan' || !planning) {
    draft.late(fact.address, fact.type);
    return;
  }
  draft.answered(fact.address);
  onReply(draft, open, planning, fact);
}

/** K6: after a crash nobody knows whether it happened. Nothing else starts before a person has said. */
export function onUncertain(draft: Draft, address: Address): void {
  const open = openWork(draft, address, 'effect.uncertain');
  if (open === null) return;
  draft.commands = draft.commands.set(address, { ...open, uncertain: true });
  draft.uncertain++;
  draft.emit({ address: draft.active(open).address, data: {}, kind: 'node.uncertain' });
  draft.emit({ address: ROOT, data: {}, kind: 'run.uncertain' });
}

/** K13, K6: where a command is on its way out. Its node tells; nothing that the run decides depends on it, but its price. */
export function onWay(
  draft: Draft,
  fact: FactOf<'effect.waiting' | 'effect.left' | 'effect.repeated'>,
): void {
  const open = openWork(draft, fact.address, fact.type);
  if (open === null) return;
  const { address } = draft.active(open);
  if (fact.type === 'effect.waiting')
    draft.emit({ address, data: { for: fact.for, message: fact.message }, kind: 'node.waiting' });
  else if (fact.type === 'effect.left') draft.emit({ address, data: {}, kind: 'node.continued' });
  else {
    draft.calls++;
    draft.emit({ address, data: {}, kind: 'node.repeated' });
  }
}

/** The open command whose work outside a fact is about, where that is not uncertain; a fact for anything else is late (R17). */
function openWork(draft: Draft, address: Address, fact: FactType): OpenCommand | null {
  const open = draft.commands.get(address);
  if (open !== undefined && !open.uncertain && WORK.has(open.command.kind)) return open;
  draft.late(address, fact);
  return null;
}

/** What may have happened outside, though nobody saw its end. */
const WORK: ReadonlySet<CommandKind> = new Set<CommandKind>(['call', 'evaluate', 'plan']);

/** A person has said what became of it (K6). */
export function onSettled(draft: Draft, fact: FactOf<'effect.settled'>): void {
  const open = draft.commands.get(fact.address);
  if (open === undefined || !open.uncertain) {
    draft.refuse(
      fact.address,
      'NOT_UNCERTAIN',
      'Nothing at this address is uncertain.',
      'Look at the run as it is now: somebody may have decided already.',
    );
    return;
  }
  if (fact.as.kind === 'repeat') repeat(draft, open);
  else if (fact.as.kind === 'done' && open.command.kind !== 'plan')
    onSucceeded(draft, { type: 'effect.succeeded', address: fact.address, result: fact.as.result });
  else {
    draft.answered(fact.address);
    failNode(draft, open, NOT_DONE, { final: true });
  }
}

/** The same command again, under the same address and so the same idempotency key. */
function repeat(draft: Draft, open: OpenCommand): void {
  const { command } = open;
  const { address } = command;
  draft.uncertain--;
  draft.commands = draft.commands.set(address, { ...open, uncertain: false });
  const active = draft.active(open);
  if (active.work.kind !== 'guarded') draft.emit({ address: active.address, data: {}, kind: 'node.started' });
  draft.send(command);
}

const NOT_DONE: RunError = {
  code: 'UNCERTAIN_FAILED',
  message: 'A person decided that this call counts as failed: nobody knows whether it happened.',
  help: 'Look at the other side whether it took effect before the step is run again.',
};

/** A person answered (L9, L10). An answer for nobody, and one that does not fit, change nothing. */
export function onAnswer(draft: Draft, address: Address, value: Json): void {
  const open = waitAt(draft, address);
  if (open === null) {
    draft.refuse(
      address,
      'NOT_WAITING',
      'Nothing at this address waits for an answer.',
      'Look at the run as it is now: it may have been answered, or have run out of time.',
    );
    return;
  }
  const { node } = draft.compiled(open);
  const offence = notJsonAt(value, LIMITS.jsonDepth);
  if (offence !== null) {
    draft.refuse(
      open.command.address,
      'ANSWER_INVALID',
      `The answer ${whyNotJson(offence)}.`,
      'Give plain JSON.',
    );
    return;
  }
  if (draft.active(open).work.kind === 'machine') {
    resumeMachine(draft, open, value, null);
    return;
  }
  const isCall = draft.active(open).work.kind === 'permitting';
  const refused = isCall
    ? onDecision(draft, open, value)
    : draft.behaviourOf(node).onAnswer?.(draft, open, node, value);
  if (refused) draft.emit({ address: open.command.address, data: { problem: refused }, kind: 'refused' });
}

/** The wait of that address; the attempt may be left out (K11). */
function waitAt(draft: Draft, address: Address): OpenCommand | null {
  const exact = draft.commands.get(address);
  if (exact !== undefined) return exact.command.kind === 'wait' ? exact : null;
  const waiting = withoutAttempt(address) === address ? draft.waits.get(address) : undefined;
  return (waiting === undefined ? undefined : draft.commands.get(waiting)) ?? null;
}

/** A timer came due. While the run is paused it waits its turn (R19). */
export function onTimer(draft: Draft, address: Address): void {
  const open = draft.commands.get(address);
  if (open === undefined || open.command.kind !== 'timer') {
    draft.late(address, 'timer.fired');
  } else if (gateAllows(draft, open)) fireTimer(draft, address);
  else if (!draft.due.includes(address)) draft.due = [...draft.due, address];
}

/** What a timer means for its node. */
export function fireTimer(draft: Draft, address: Address): void {
  const open = draft.commands.get(address);
  if (open === undefined || open.command.kind !== 'timer') return;
  const ref = { frame: open.frame, node: open.node };
  draft.answered(address);
  switch (open.command.purpose) {
    case 'retry':
      tryAgain(draft, ref);
      return;
    case 'timeout':
      timeOut(draft, ref, open.command.afterMs);
      return;
    case 'delay':
    case 'until':
      if (draft.active(ref).work.kind === 'machine') timerOfMachine(draft, ref, address);
      else succeedNode(draft, ref, { ports: ['out'] });
  }
}

function tryAgain(draft: Draft, ref: NodeRef): void {
  const { work } = draft.active(ref);
  if (work.kind === 'between') {
    openRound(draft, ref, work.round, { layered: true });
    return;
  }
  const planning = planningOf(draft, ref);
  if (planning !== null) {
    ask(draft, ref, planning);
    return;
  }
  draft.admit(ref, { kind: 'attempt' });
}

/** L2 and L9: an attempt fails; a wait with an edge at `timeout` goes on from there. */
function timeOut(draft: Draft, ref: NodeRef, afterMs: number): void {
  const { node, ports } = draft.compiled(ref);
  const { work } = draft.active(ref);
  const isWait = work.kind === 'asking' || work.kind === 'listening';
  if (isWait && ports.includes('timeout')) {
    draft.behaviourOf(node).onTimeout?.(draft, ref, node);
    return;
  }
  cancelInside(draft, ref);
  failNode(draft, ref, {
    code: 'TIMEOUT',
    message: `${node.id} took longer than ${afterMs} ms.`,
    help: 'Raise its timeout, or let it be tried again.',
  });
}

/**
 * A signal came (R16): it first cancels every unsettled node of an open scope with that `cancelOn`, then is taken by
 * the oldest wait that matches, published events that await it included (M2), then by the oldest machine that has a
 * transition for it, else kept for the run.
 */
export function onSignal(draft: Draft, fact: FactOf<'signal.received'>): void {
  const { event, data, correlationId } = fact;
  if (isRefused(draft, event, data)) return;
  const signal: Signal = { event, data };
  // The id of the run is what a plan is correlated by in reference 5: whoever waits in it.
  if (correlationId !== undefined && correlationId !== draft.start.runId) {
    answer(draft, correlationId, signal);
    return;
  }
  cancelNodes(draft, cancelledBy(draft, event));
  if (takenByWait(draft, signal) || takenByMachine(draft, signal)) return;
  if (isKept(draft)) draft.signals = [...draft.signals, signal];
  draft.emit({ address: ROOT, data: { event }, kind: isKept(draft) ? 'signal.kept' : 'signal.dropped' });
}

/** M2: a response with a correlation goes to that published event, and to nothing else. */
function answer(draft: Draft, correlationId: string, signal: Signal): void {
  const named = waiters(draft).find((waiter) => isNamedBy(waiter, correlationId));
  if (named === undefined) draft.late(ROOT, 'signal.received');
  else respond(draft, named, signal);
}

function isRefused(draft: Draft, event: string, data: Json): boolean {
  if (!isEventType(event)) {
    const help = 'Send a name that begins with a letter, and not with "xstate.", "sys." or "planloom.".';
    draft.refuse(ROOT, 'SIGNAL_INVALID', 'This is no name of a signal.', help);
    return true;
  }
  const offence = notJsonAt(data, LIMITS.jsonDepth);
  if (offence !== null) {
    draft.refuse(ROOT, 'SIGNAL_INVALID', `The signal "${event}" ${whyNotJson(offence)}.`, 'Send plain JSON.');
    return true;
  }
  if (draft.signals.length < LIMITS.keptSignals) return false;
  const message = `${LIMITS.keptSignals} signals that nobody has taken are kept already.`;
  draft.refuse(ROOT, 'SIGNALS_FULL', message, 'Let the plan take them, or send fewer.');
  return true;
}

function cancelledBy(draft: Draft, event: string): readonly NodeRef[] {
  const cancelled: NodeRef[] = [];
  for (const { id, scope } of draft.frames.values()) {
    if (scope.shape !== 'graph') continue;
    for (const node of scope.cancelOn?.get(event) ?? []) cancelled.push({ frame: id, node });
  }
  return cancelled;
}

/** Offers a signal to all that wait for one, the oldest first. */
function takenByWait(draft: Draft, signal: Signal): boolean {
  for (const { hears } of listeners(draft, signal)) if (hears()) return true;
  return false;
}

interface Listener {
  readonly serial: number;
  readonly hears: () => boolean;
}

function listeners(draft: Draft, signal: Signal): readonly Listener[] {
  const waits = draft.commands
    .values()
    .filter((open) => open.command.kind === 'listen' && machineAt(draft, open) === null)
    .map((open): Listener => ({ hears: () => hears(draft, open, signal), serial: open.serial }));
  const published = waiters(draft)
    .filter((waiter) => awaits(waiter, signal))
    .map(
      (waiter): Listener => ({
        hears: () => {
          respond(draft, waiter, signal);
          return true;
        },
        serial: waiter.activity.serial,
      }),
    );
  return [...waits, ...published].sort((one, other) => one.serial - other.serial);
}

/** One that could not read the signal has failed, and may have taken others with it. */
function hears(draft: Draft, open: OpenCommand, signal: Signal): boolean {
  return draft.commands.get(open.command.address) === open && dispatchSignal(draft, open, signal) === 'taken';
}

/** M1: machines hear every signal that no wait has taken, those that began first before others; one takes it. */
function takenByMachine(draft: Draft, signal: Signal): boolean {
  return draft.machines.some(
    (ref) => machineAt(draft, ref) !== null && dispatchToMachine(draft, ref, signal),
  );
}

/** A run of nothing but machines that listen drops what they have no use for, as XState does; else it is kept (R16). */
function isKept(draft: Draft): boolean {
  return draft.machines.length === 0 || draft.start.closure.plans.some(({ kind }) => kind === 'capability');
}
