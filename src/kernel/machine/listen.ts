import { withCall, within } from '#base';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { dropCommand } from './commands';
import { changeMachine, machineOf } from './machineAt';
import { eventsHeard } from './machinePlan';
import { stateAddress } from './machineRun';
import { startedMachine } from './startedMachine';

/**
 * A machine that can go on by an event waits for it under the address of its innermost state, of itself where it has none: so a run that only waits
 * for events reads waiting (D6), and a fork is given in turn what was heard (K8). n counts what the machine has heard.
 */
export function listen(draft: Draft, ref: NodeRef): void {
  const run = machineOf(draft, ref);
  const { configuration } = run.standing;
  const events = eventsHeard(startedMachine(draft, ref).plan, configuration);
  const innermost = configuration.at(-1);
  const at = innermost === undefined ? within(run.place, run.plan) : stateAddress(run, innermost);
  const address = withCall(at, `on-${run.heard}`);
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
