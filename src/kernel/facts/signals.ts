import { isEventType, type Json, LIMITS, notJsonAt, ROOT } from '#base';
import type { Draft } from '../draft';
import type { Fact } from '../fact';
import type { NodeRef } from '../frame';
import { awaits, dispatchToMachine, isNamedBy, respond, waiters } from '../machine/dispatch';
import { machineAt } from '../machine/machine';
import { dispatchSignal } from '../nodes/signals';
import { cancelNodes } from '../scopes/unwinding';
import type { OpenCommand } from '../state';
import { whyNotJson } from '../values';
import type { Signal } from '../work';

/**
 * A signal came (R16): it first cancels every unsettled node of an open scope with that `cancelOn`, then is taken by
 * the oldest wait that matches, published events that await it included (M2), then by the oldest machine that has a
 * transition for it, else kept for the run.
 */
export function onSignal(draft: Draft, fact: Extract<Fact, { type: 'signal.received' }>): void {
  const { event, data, correlationId } = fact;
  if (isRefused(draft, event, data)) return;
  // The id of the run is what a plan is correlated by in reference 5: whoever waits in it.
  if (correlationId !== undefined && correlationId !== draft.start.runId) {
    answer(draft, correlationId, { data, event });
    return;
  }
  cancelNodes(draft, cancelledBy(draft, event));
  if (takenByWait(draft, { data, event }) || takenByMachine(draft, { data, event })) return;
  if (isKept(draft)) draft.signals = [...draft.signals, { event, data }];
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
