import type { Json } from '#base';
import { type MachineEvent, type MachineTurn, sendToMachine } from '#compile';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import { chooseNext } from './choose';
import { failMachine } from './finish';
import { listen } from './listen';
import { changeMachine, machineAt, machineOf } from './machineAt';
import type { MachineRun } from './machineRun';
import { perform, type Scene } from './perform';
import { startedMachine } from './startedMachine';

/** What an event comes to in a machine; null where it has no use for it. */
export function turnFor(draft: Draft, ref: NodeRef, event: MachineEvent): MachineTurn | null {
  const { standing } = machineOf(draft, ref);
  const turn = sendToMachine(startedMachine(draft, ref).machine, standing, event, {}, draft.has('handles'));
  return turn.handled || turn.error !== null ? turn : null;
}

/**
 * Gives an event to a machine, and carries out what it comes to.
 *
 * @param error what it was told of, where that is a failure: what it fails with when it cannot go on
 * @returns whether the machine had a use for it; else it stands as it stood
 */
export function deliver(
  draft: Draft,
  ref: NodeRef,
  event: MachineEvent,
  error: RunError | null = null,
): boolean {
  const turn = turnFor(draft, ref, event);
  if (turn !== null) takeTurn(draft, ref, turn, eventOf(event), error);
  return turn !== null;
}

function eventOf(event: MachineEvent): { readonly type: string; readonly data: Json } | null {
  return 'type' in event ? { data: event.data, type: event.type } : null;
}

/** Carries out one macrostep: the standing, its effects in order, and what the machine listens to then. */
export function takeTurn(
  draft: Draft,
  ref: NodeRef,
  turn: MachineTurn,
  event: Scene['event'],
  error: RunError | null = null,
): void {
  if (turn.error !== null) {
    failMachine(draft, ref, { ...turn.error, help: HELP[turn.error.code] ?? HELP_OF_EXPRESSIONS });
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
  if (machineAt(draft, ref) === null) return;
  if (isStuck(machineOf(draft, ref))) failMachine(draft, ref, error ?? STUCK);
}

/** R23: a run ends, or waits for something named. A machine that nothing can move on any more has failed. */
function isStuck({ listens, activities, timers, paused }: MachineRun): boolean {
  return listens === null && activities.length === 0 && paused === null && Object.keys(timers).length === 0;
}

const HELP_OF_EXPRESSIONS = 'Correct the expression, or see that what it reads is there.';

/** What to do about the errors of a turn (T8). */
const HELP: Readonly<Record<string, string>> = {
  EVENTLESS_CYCLE: 'Give one of the eventless transitions or raised events a condition that ends it.',
};

const STUCK: RunError = {
  code: 'MACHINE_STUCK',
  message: 'The machine stands in a state that nothing leads out of, and that is not final.',
  help: 'Give the state a transition, or make it final.',
};
