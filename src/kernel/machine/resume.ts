import { type Json, ROOT } from '#base';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { changeMachine, machineAt, machineOf } from './machineAt';
import { deliver, takeTurn, turnFor } from './turn';

/**
 * The plan goes on (M4): the input is `results.user_input`, and the machine hears `resume` in the state that it paused in,
 * or the event that was to resume it where a transition is for that.
 *
 * @param event the event that resumed it; null where a person did
 */
export function resumeMachine(draft: Draft, ref: NodeRef, input: Json, event: string | null): void {
  const run = machineOf(draft, ref);
  if (run.paused === null) return;
  const { address } = run.paused;
  draft.emit({ address, data: { input }, kind: 'machine.resumed' });
  draft.answered(address);
  changeMachine(draft, ref, { paused: null });
  openGate(draft);
  const isTaken = event !== null && moves(draft, ref, input, event);
  if (!isTaken) deliver(draft, ref, { data: input, kind: 'resume', type: 'resume' });
}

/** Whether a transition is for the event that resumes it. */
function moves(draft: Draft, ref: NodeRef, data: Json, type: string): boolean {
  const turn = turnFor(draft, ref, { data, kind: 'resume', type });
  if (turn === null || !turn.effects.some(({ kind }) => kind === 'taken')) return false;
  takeTurn(draft, ref, turn, { data, type });
  return true;
}

/** The gate that machines have closed opens when none of them pauses any more. */
function openGate(draft: Draft): void {
  const { gate } = draft;
  if (gate.kind !== 'closed' || gate.reason !== 'plan') return;
  if (draft.machines.some((one) => machineAt(draft, one)?.paused)) return;
  draft.gate = { kind: 'open' };
  draft.emit({ address: ROOT, data: {}, kind: 'run.resumed' });
}

/** A person resumes the run: with it every machine that had paused it, the oldest first. */
export function resumeMachines(draft: Draft, input: Json): void {
  for (const ref of draft.machines) {
    if (draft.phase === 'going' && machineAt(draft, ref)?.paused) resumeMachine(draft, ref, input, null);
  }
}
