import fc from 'fast-check';
import type { CapabilityPlan } from '#plan';
import { randomPlan } from './randomPlan';
import type { Mischief } from './randomRun';

const RUNS = 200;
const WILD = { nodes: 5, depth: 2, planners: true };

/** An outside that does whatever a user or a host may do at any moment. */
export const MISCHIEF: Mischief = { pauses: true, cancels: true, viaJson: false };

/** Holds a law against random plans, and outsides of the same seed; a failure prints the seed. */
export function law(check: (plan: CapabilityPlan, seed: number) => void, runs = RUNS): void {
  const property = fc.property(fc.nat(1_000_000), (seed) => check(randomPlan(seed, WILD), seed));
  fc.assert(property, { seed: 20_240, numRuns: runs });
}

/** Large runs (`npm run laws`) may take their time. */
export function lawTimeout(): number {
  return 60_000 + Number(process.env.LAWS_RUNS ?? 200) * 300;
}

/** Where two lists part, in two lines; null where they are equal. */
export function firstDifference(one: readonly unknown[], other: readonly unknown[]): string | null {
  const [a, b] = [one, other].map((list) => list.map((item) => JSON.stringify(item)));
  const most = Math.max(one.length, other.length);
  const at = Array.from({ length: most }).findIndex((_, index) => a?.[index] !== b?.[index]);
  return at < 0 ? null : `at ${at}:\n  ${a?.[at]}\n  ${b?.[at]}`;
}
