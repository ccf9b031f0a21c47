import { isEventType, type Json, LIMITS, notJsonAt, ROOT } from '#base';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { hear } from '../nodes/eventWait';
import { cancelNodes } from '../scopes/cancelNodes';
import type { OpenCommand } from '../state';

/**
 * A signal came (R16): it first cancels every unsettled node of an open scope with that `cancelOn`, then is taken by
 * the oldest matching wait, else kept for the run.
 */
export function onSignal(draft: Draft, event: string, data: Json): void {
  if (isRefused(draft, event, data)) return;
  cancelNodes(draft, cancelledBy(draft, event));
  for (const open of listeners(draft)) {
    // One that could not read the signal has failed, and may have taken others with it.
    const isOpen = draft.commands.get(open.command.address) === open;
    if (isOpen && hear(draft, open, { event, data }) === 'taken') return;
  }
  draft.signals = [...draft.signals, { event, data }];
  draft.emit({ address: ROOT, data: { event }, kind: 'signal.kept' });
}

function isRefused(draft: Draft, event: string, data: Json): boolean {
  if (!isEventType(event)) {
    const help = 'Send a name that begins with a letter, and not with "xstate.", "sys." or "planloom.".';
    draft.refuse(ROOT, 'SIGNAL_INVALID', 'This is no name of a signal.', help);
    return true;
  }
  const offence = notJsonAt(data, LIMITS.jsonDepth);
  if (offence !== null) {
    draft.refuse(
      ROOT,
      'SIGNAL_INVALID',
      `The signal "${event}" is not JSON at ${offence}.`,
      'Send plain JSON.',
    );
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

/** Nodes that wait for signals, those that have waited longest first. */
function listeners(draft: Draft): readonly OpenCommand[] {
  return draft.commands
    .values()
    .filter(({ command }) => command.kind === 'listen')
    .sort((one, other) => one.serial - other.serial);
}
