import { type Address, type Json, LIMITS, notJsonAt, withoutAttempt } from '#base';
import type { Draft } from '../draft';
import { resumeMachine } from '../machine/resume';
import type { OpenCommand } from '../state';
import { whyNotJson } from '../values';

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
  const refused = draft.behaviourOf(node).onAnswer?.(draft, open, node, value);
  if (refused) draft.emit({ address: open.command.address, data: { problem: refused }, kind: 'refused' });
}

/** The wait of that address; the attempt may be left out (K11). */
function waitAt(draft: Draft, address: Address): OpenCommand | null {
  const exact = draft.commands.get(address);
  if (exact !== undefined) return exact.command.kind === 'wait' ? exact : null;
  const waiting = withoutAttempt(address) === address ? draft.waits.get(address) : undefined;
  return (waiting === undefined ? undefined : draft.commands.get(waiting)) ?? null;
}
