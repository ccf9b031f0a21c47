import { type Address, type Json, withIndex, within } from '#base';
import type { MachineStanding } from '#compile';
import type { PlanNode } from '#plan';
import type { Signal } from '../signal';

/** The response that a published event awaits (M2). */
export interface Awaited {
  readonly correlationId: string;
  readonly response: string;
  readonly failure: string;
  /** The event that answered it, where that came from outside and not from its responder. */
  readonly came: Signal | null;
}

/** What an activity of a machine is for, and so what its end is told as. */
export type Purpose =
  | { readonly kind: 'invoke'; readonly id: string }
  | { readonly kind: 'action'; readonly awaited: Awaited }
  /** A published event without a response: its responder is told, and not waited for. */
  | { readonly kind: 'told' }
  /** M5: a model chooses the next event, at most so often in this machine. */
  | { readonly kind: 'choose'; readonly maxActions: number };

/** Something that goes on while a state is active: one node in a scope of its own. Plain JSON. */
export interface Activity {
  /** Id of that scope. */
  readonly frame: string;
  /** The state whose it is; null for the machine's own. */
  readonly state: string | null;
  readonly purpose: Purpose;
  readonly node: PlanNode;
  readonly ports: readonly string[];
  /** Place of its state in the document. */
  readonly order: number;
  /** By which the oldest of several is known (R16). */
  readonly serial: number;
  /** Events that were sent to it before it began. */
  readonly inbox: readonly Signal[];
}

/** Where a machine stands that runs (M1–M5): of a SUB_PLAN, or of a run whose plan is a machine. Plain JSON but `standing`. */
export interface MachineRun {
  readonly plan: string;
  /** What the addresses of its states begin with. */
  readonly place: Address;
  readonly standing: MachineStanding;
  /** The round of each state that was entered: how often before; under `ITSELF` that of a machine that can begin again. */
  readonly rounds: Readonly<Record<string, number>>;
  readonly activities: readonly Activity[];
  /**
   * Addresses of its timers, by the id that the machine knows them by, the oldest first. There are two where a state was
   * entered again without being left, as XState has them.
   */
  readonly timers: Readonly<Record<string, readonly Address[]>>;
  /** Where it hears signals, and which (R16); null where no state listens. */
  readonly listens: { readonly address: Address; readonly events: readonly string[] } | null;
  /** How many signals it has heard, calls it has told, events a model has chosen: numbers of addresses. */
  readonly heard: number;
  readonly told: number;
  readonly chosen: number;
  /** States that were entered, for which a model is yet to be asked (M5). */
  readonly choosing: readonly string[];
  /** Of a machine that a planner made: the result that came last (R21). */
  readonly last?: Json;
  /** Variables that have been assigned (V1). */
  readonly assigned: readonly string[];
  /** M4: it has paused the run at this state. */
  readonly paused: { readonly address: Address; readonly resumeOn: string | null } | null;
}

/** No state has this id. */
export const ITSELF = '';

/** A name of the machine's own with the round that it is in, where it has begun again: `/main[1]`. */
export function inItsRound({ rounds }: MachineRun, name: string): string {
  const round = rounds[ITSELF] ?? 0;
  return round === 0 ? name : withIndex(name as Address, round);
}

/** The address of a state in its latest round; of the machine itself where there is none. */
export function stateAddress({ place, rounds }: MachineRun, state: string | null): Address {
  return state === null ? place : withIndex(within(place, state), rounds[state] ?? 0);
}
