import { type Address, withIndex } from '#base';
import type { NodeTypeName } from '#plan';
import type { RoundRecord, RunView } from './runView';

/** How one round, item or attempt of a container stands. */
type RoundStatus = 'running' | 'succeeded' | 'failed' | 'cancelled';

/** The rounds of a container at one position of its run, for the picker (D5). */
export interface Rounds {
  /** What one of them is called. */
  readonly word: 'item' | 'round' | 'attempt';
  /** Which one is drawn, from 0. */
  readonly shown: number;
  /** By index. One that was never begun, between others that were, reads cancelled. */
  readonly statuses: readonly RoundStatus[];
}

/** What the rounds of a container of this type are called; undefined for what has none. */
export function roundWord(type: NodeTypeName): Rounds['word'] | undefined {
  return WORDS[type];
}

const WORDS: Readonly<Partial<Record<NodeTypeName, Rounds['word']>>> = {
  ITERATOR: 'item',
  LOOP: 'round',
  RETRY: 'attempt',
};

/**
 * The rounds of a container, and which of them to draw: the one that the reader chose; else while it works the one
 * that began last, and after that the first that failed, if one did.
 *
 * @param chosen the reader's choice, from 0; undefined follows the run
 * @returns null for what has no rounds, or has begun none
 */
export function roundsOf(
  type: NodeTypeName,
  address: Address,
  view: RunView,
  chosen: number | undefined,
): Rounds | null {
  const word = roundWord(type);
  const scopes = view.scopes.get(address);
  if (word === undefined || scopes === undefined || !scopes.indexed) return null;
  const statuses: RoundStatus[] = [];
  for (let index = 0; index <= scopes.highest; index++) {
    statuses.push(roundStatus(view.rounds.get(roundAddress(address, index, scopes.attempt))));
  }
  const shown = chosen ?? usualRound(statuses, scopes.latest, view.nodes.get(address)?.status === 'failed');
  return { word, shown: Math.min(Math.max(0, shown), statuses.length - 1), statuses };
}

/** The scope of one round: `/each[3]`, and `/each[3]#2` in the container's second attempt (K11). */
export function roundAddress(container: Address, index: number, attempt: number): Address {
  return withContainerAttempt(withIndex(container, index), attempt);
}

/** A container's first attempt is not written (K11). */
export function withContainerAttempt(scope: Address, attempt: number): Address {
  return (attempt > 1 ? `${scope}#${attempt}` : scope) as Address;
}

function usualRound(statuses: readonly RoundStatus[], latest: number, failed: boolean): number {
  const culprit = failed ? statuses.indexOf('failed') : -1;
  return culprit < 0 ? latest : culprit;
}

function roundStatus(round: RoundRecord | undefined): RoundStatus {
  if (round === undefined) return 'cancelled';
  if (round.active > 0) return 'running';
  if (round.failed) return 'failed';
  return round.cancelled ? 'cancelled' : 'succeeded';
}
