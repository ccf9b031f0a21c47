import { type Address, type Random, seededRandom } from '#base';
import type { Command, Fact } from '#kernel';
import { attempt } from '../notation/ledger';
import { randomSteps } from './randomPlan';

/**
 * What the outside of a random run says to a command: the same for the same address and seed, whenever it is asked.
 *
 * @param mayFail whether one in five fails
 */
export function answerByAddress(command: Command, seed: number, mayFail: boolean): Fact {
  const { address } = command;
  const random = randomAt(address, seed);
  const fails = mayFail && random.below(10) < 2;
  switch (command.kind) {
    case 'timer':
      return { type: 'timer.fired', address };
    case 'wait': {
      const { id } = command.decisions[random.below(command.decisions.length)] ?? {};
      return { type: 'answer.given', address, value: id === undefined ? 'fine' : { decision: id } };
    }
    case 'plan':
      return { type: 'plan.replied', address, ...(fails ? REFUSED : accepted(random)) };
    default: {
      const result = resultByAddress(address, seed, mayFail);
      return result === null
        ? { type: 'effect.failed', address, error: BROKEN }
        : { type: 'effect.succeeded', address, result };
    }
  }
}

/** What a call comes to; null where it fails. */
export function resultByAddress(address: Address, seed: number, mayFail: boolean): number | null {
  const random = randomAt(address, seed);
  return mayFail && random.below(10) < 2 ? null : random.below(5);
}

export const BROKEN = { code: 'BROKEN', message: 'It broke.' };

const REFUSED = { attempt: attempt('refused'), plan: null };

const accepted = (random: Random) => ({ attempt: attempt('accepted'), plan: randomSteps(random) });

function randomAt(address: Address, seed: number): Random {
  return seededRandom(seed + hashOf(address));
}

function hashOf(text: string): number {
  return [...text].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);
}
