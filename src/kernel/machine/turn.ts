import type { Json } from '#base';
import { type MachineEvent, type MachineTurn, sendToMachine } from '#compile';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { chooseNext } from './choose';
import { failMachine } from './finish';
import { listen } from './listen';
import { startedMachine } from './machinePlan';
import { changeMachine, machineAt, machineOf } from './machineRun';
import { perform, type Scene } from './perform';

/** What an event comes to in a machine; null where it has no use for it. */
export function turnFor(draft: Draft, ref: NodeRef, event: MachineEvent): MachineTurn | null {
  const { plan, standing } = machineOf(draft, ref);
  const turn = sendToMachine(startedMachine(draft, plan).machine, standing, event);
  return turn.handled || turn.error !== null ? turn : null;
}

/**
 * Gives an event to a machine, and carries out what it comes to.
 *
 * @returns whether the machine had a use for it; else it stands as it stood
 */
export function deliver(draft: Draft, ref: NodeRef, event: MachineEvent): boolean {
  const turn = turnFor(draft, ref, event);
  if (turn !== null) takeTurn(draft, ref, turn, eventOf(event));
  return turn !== null;
}

function eventOf(event: MachineEvent): { readonly type: string; readonly data: Json } | null {
  return 'type' in event ? { data: event.data, type: event.type } : null;
}

/** Carries out one macrostep: the standing, its effects in order, and what the machine listens to then. */
export function takeTurn(draft: Draft, ref: NodeRef, turn: MachineTurn, event: Scene['event']): void {
  if (turn.error !== null) {
    failMachine(draft, ref, turn.error);
    return;
  }
  changeMachine(draft, ref, { standing: turn.standing });
  const scene: Scene = { event, state: null };
  for (const effect of turn.effects) {
    perform(draft, ref, effect, scene);
    if (draft.phase !== 'going' || machineAt(draft, ref) === null) return;
  }
  listen(draft, ref);
  chooseNext(draft, ref);
}
