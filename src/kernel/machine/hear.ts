import type { Address } from '#base';
import { hears } from '#plan';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import type { Signal } from '../state';
import { changeMachine, machineOf } from './machineAt';
import { resumeMachine } from './resume';
import { takeTurn, turnFor } from './turn';

/**
 * Offers a signal to a machine (R16): what no transition is for leaves it as it is. To one that has paused the plan, the
 * event that its pause names, and `resume` always, bring the input that it waits for (M4).
 *
 * @returns whether it was of use to it
 */
export function hearSignal(draft: Draft, ref: NodeRef, signal: Signal): boolean {
  const run = machineOf(draft, ref);
  const { paused } = run;
  if (paused !== null && (signal.event === 'resume' || signal.event === paused.resumeOn)) {
    draft.emit({ address: paused.address, data: { event: signal.event }, kind: 'signal.taken' });
    resumeMachine(draft, ref, signal.data, signal.event);
    return true;
  }
  const { listens } = run;
  if (listens === null || !listens.events.some((event) => hears(event, signal.event))) return false;
  const turn = turnFor(draft, ref, { data: signal.data, kind: 'user', type: signal.event });
  if (turn === null) return false;
  noteTaken(draft, listens.address, signal);
  draft.answered(listens.address);
  changeMachine(draft, ref, { heard: run.heard + 1, listens: null });
  takeTurn(draft, ref, turn, { data: signal.data, type: signal.event });
  return true;
}

function noteTaken(draft: Draft, address: Address, { event, data }: Signal): void {
  draft.emit({ address, data: { data, event }, kind: 'signal.taken' });
}
