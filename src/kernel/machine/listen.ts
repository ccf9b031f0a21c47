import { type Address, withCall } from '#base';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import type { Signal } from '../state';
import { eventsHeard, isEvent, startedMachine } from './machinePlan';
import { changeMachine, machineOf, stateAddress } from './machineRun';
import { resumeMachine } from './pause';
import { dropCommand } from './perform';
import { takeTurn, turnFor } from './turn';

/**
 * A machine that can go on by an event waits for it under the address of its innermost state: so a run that only waits
 * for events reads waiting (D6), and a fork is given in turn what was heard (K8). n counts what the machine has heard.
 */
export function listen(draft: Draft, ref: NodeRef): void {
  const run = machineOf(draft, ref);
  const { configuration } = run.standing;
  const events = eventsHeard(startedMachine(draft, run.plan).plan, configuration);
  const address = withCall(stateAddress(run, configuration.at(-1) ?? null), `on-${run.heard}`);
  const { listens } = run;
  if (listens !== null && listens.address === address && isEqual(listens.events, events)) return;
  if (listens !== null) dropCommand(draft, ref, listens.address);
  changeMachine(draft, ref, { listens: events.length === 0 ? null : { address, events } });
  if (events.length === 0) return;
  draft.issue(ref, { address, events: events.map((event) => ({ event, id: event })), kind: 'listen' });
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((event, index) => event === other[index]);
}

/**
 * Offers a signal to a machine (R16): what no transition is for leaves it as it is.
 *
 * @returns whether it was of use to it
 */
export function hearSignal(draft: Draft, ref: NodeRef, signal: Signal): boolean {
  const run = machineOf(draft, ref);
  const { paused } = run;
  const isResume = paused !== null && paused.resumeOn === signal.event;
  if (isResume) {
    draft.emit({ address: paused.address, data: { event: signal.event }, kind: 'signal.taken' });
    resumeMachine(draft, ref, signal.data, signal.event);
    return true;
  }
  const { listens } = run;
  if (listens === null || !listens.events.some((event) => isEvent(event, signal.event))) return false;
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
