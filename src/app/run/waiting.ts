import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { type Address, isWithin, withoutAttempt } from '#base';
import type { RunLine, RunWait } from '#hosting';
import type { RunView, Waiting } from '#projection';
import { usePlace } from '../state/address';
import { layoutStore, PHONE, useMedia } from '../state/layout';
import { useScene, useSelection } from '../state/session';
import { callAsked, isAsked, useShownRun } from './runStore';

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

/** The same for the lists of runs, which know a run without its ledger. */
export function waitsOf(view: Machines & Pick<RunView, 'waiting'>): Pick<RunLine, 'waits'> {
  const waits = toldWaits(view).map(shortOf);
  return waits.length === 0 ? {} : { waits };
}

export function shortOf(waiting: Waiting): RunWait {
  return { kind: callAsked(waiting) === null ? waiting.kind : 'call', name: waiting.name };
}

/**
 * What waits, in words that a list can show.
 *
 * @example waitInWords({ kind: 'answer', name: 'Review' }) // '“Review” asks you'
 */
export function waitInWords({ kind, name }: RunWait): string {
  return `“${name}” ${WAITING_FOR[kind]}`;
}

const WAITING_FOR: Readonly<Record<RunWait['kind'], string>> = {
  answer: 'asks you',
  approval: 'wants a plan approved',
  call: 'wants a call approved',
  resume: 'has paused the plan',
  signal: 'waits for a signal',
  uncertain: 'may or may not have happened',
  connection: 'waits for a connection',
  file: 'waits for a file',
};

/** Where the machine is that an address lies in; null outside of machines. */
export function machineAround(address: Address, { machines }: Machines): Address | null {
  return [...machines.keys()].find((place) => isWithin(address, place)) ?? null;
}

function together(before: Waiting | undefined, next: Waiting): Waiting {
  if (before?.command?.kind !== 'listen' || next.command?.kind !== 'listen') return next;
  const events = [...before.command.events, ...next.command.events];
  return { ...before, command: { ...before.command, events } };
}

/** What waits now, each told once (D9), whichever position is looked at. */
export function useToldWaits(): readonly Waiting[] {
  const view = useShownRun((run) => run?.live ?? null);
  return useMemo(() => (view === null ? [] : toldWaits(view)), [view]);
}

/**
 * One thing that waits, among all that ever do: what is asked again under the same address is another question, whose form
 * begins anew.
 */
export function keyOfWaiting({ address, since }: Waiting): string {
  return `${address} ${since}`;
}

/**
 * What the run asks the person, in words, where the right panel shows it: while it shows the run as a whole. Everywhere
 * else it stands above the canvas, with all that waits.
 */
export function useAskedHere(): readonly Waiting[] {
  // No more of the view, which is another at each commit: the whole screen is around this.
  const waiting = useScene(({ view }) => view?.waiting);
  const isBeside = usePlace(({ view }) => view !== 'ask');
  const isPhone = useMedia(PHONE);
  const isSelected = useSelection(({ focus, nodes }) => focus !== null || nodes.size > 1);
  const isMachine = useScene(({ machine }) => machine !== null);
  const isShown = useStore(layoutStore, ({ inspectorOpen, planTab }) => inspectorOpen && planTab === 'run');
  const isHere = isBeside && isShown && !isPhone && !isSelected && !isMachine;
  return isHere ? (waiting?.filter(isAsked) ?? NONE) : NONE;
}

const NONE: readonly Waiting[] = [];

/** How long a decision is shown before it can be pressed, in milliseconds: what was meant for the screen before does not hit it. */
export const REST_MS = 500;

/** Whether what is shown has been there long enough to be pressed (K15). */
export function useArmed(): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return armed;
}
