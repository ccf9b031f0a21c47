import { useMemo } from 'react';
import { type Address, isWithin, withoutAttempt } from '#base';
import type { RunView, Waiting } from '#projection';
import { useView } from './runStore';

type Machines = Pick<RunView, 'machines'>;

/**
 * What waits for a person or an event, each told once (D9): a state listens for the answer to its action and for each of
 * its events by itself, which is one thing to read; and where a machine asks a person, that is what matters.
 */
export function toldWaits({ waiting, machines }: Machines & Pick<RunView, 'waiting'>): readonly Waiting[] {
  const told = new Map<Address, Waiting>();
  for (const one of waiting) {
    const place = one.kind === 'signal' ? machineAround(one.address, { machines }) : null;
    if (place === null) told.set(one.address, one);
    else if (!waiting.some(({ kind, address }) => kind !== 'signal' && isWithin(address, place))) {
      // K11: an event is listened for at `/state[0]!on-1`, an answer at `/state[0]#1`.
      const state = withoutAttempt(one.address);
      told.set(state, together(told.get(state), one));
    }
  }
  return [...told.values()];
}

/** Where the machine is that an address lies in; null outside of machines. */
export function machineAround(address: Address, { machines }: Machines): Address | null {
  return [...machines.keys()].find((place) => isWithin(address, place)) ?? null;
}

function together(before: Waiting | undefined, next: Waiting): Waiting {
  if (before?.command?.kind !== 'listen' || next.command?.kind !== 'listen') return next;
  const events = [...before.command.events, ...next.command.events];
  return { ...before, command: { ...before.command, events } };
}

/** What waits at the position that is looked at, each told once (D9). */
export function useToldWaits(): readonly Waiting[] {
  const view = useView();
  return useMemo(() => (view === null ? [] : toldWaits(view)), [view]);
}
