import { type Address, withoutAttempt } from '#base';
import { hears } from '#plan';
import type { Command, PlanCommand } from '../command';
import type { Pinned, Recorded, Reuse, RunStarted } from '../fact';
import { readPlan } from '../planning/readPlan';
import { keyOf, keyOfSignal, placeOf } from './questions';

interface Index {
  readonly places: ReadonlyMap<Address, number>;
  readonly started: ReadonlySet<Address>;
}

const INDEX = new WeakMap<Reuse, Index>();

/** A record by address, made once: the record is the same value as long as the run lives. */
export function indexOf(reuse: Reuse): Index {
  const known = INDEX.get(reuse);
  if (known !== undefined) return known;
  const index = {
    places: new Map(reuse.served.map(({ address }, place) => [address, place])),
    started: new Set(reuse.started),
  };
  INDEX.set(reuse, index);
  return index;
}

/** The place in the record that answers a command; null when it has to leave. */
export function servedBy({ reuse, closure }: RunStarted, command: Command): number | null {
  if (reuse === undefined) return null;
  const { places } = indexOf(reuse);
  const pin = command.kind === 'plan' ? pinOfPlan(places, command) : undefined;
  const place = pin ?? places.get(placeOf(command.address));
  const found = place === undefined ? undefined : reuse.served[place];
  if (place === undefined || found === undefined) return null;
  if (command.kind === 'listen') return isHeard(command, found) ? place : null;
  if (isPin(found)) return command.kind !== 'plan' || readPlan(found.output) !== null ? place : null;
  return keyOf(command, closure) === found.key ? place : null;
}

/** A plan that a person has put in stands at the planner's address. */
function pinOfPlan(places: Index['places'], { address }: PlanCommand): number | undefined {
  return places.get(withoutAttempt(address));
}

function isHeard({ events }: Extract<Command, { kind: 'listen' }>, found: Recorded | Pinned): boolean {
  if (isPin(found)) return false;
  const { fact } = found;
  if (fact.type === 'signal.received' && events.some(({ event }) => hears(event, fact.event))) return true;
  return events.some(({ event }) => keyOfSignal(event) === found.key);
}

/** An output that a person has put in, and not an answer of an earlier run (D7). */
export function isPin(one: Recorded | Pinned): one is Pinned {
  return 'output' in one;
}
