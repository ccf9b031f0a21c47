import type { CapabilityPlan } from '#plan';
import { type BenchLine, mediansUs, rounded, type Suite } from '../bench';
import { drive } from './drive';
import { besideVariable, chain, loop } from './plans';

/** A run beside one that has more of something behind it, or in it, which its steps do not need. */
interface Growth {
  readonly name: string;
  readonly small: Size;
  readonly large: Size;
}

interface Size {
  readonly plan: CapabilityPlan;
  /** Steps that are measured. */
  readonly n: number;
  /** Facts that came before them and changed nothing: the ledger is longer by as many commits. */
  readonly late?: number;
}

const STEPS = 1_000;

const GROWTHS: readonly Growth[] = [
  {
    name: 'ledger 100,000 against 0',
    small: { plan: chain(STEPS), n: STEPS },
    large: { plan: chain(STEPS), n: STEPS, late: 100_000 },
  },
  {
    name: 'ended scopes 20,000 : 200',
    small: { plan: loop(200), n: 200 },
    large: { plan: loop(20_000), n: 20_000 },
  },
  {
    name: 'variable 500,000 : 5 items',
    small: { plan: besideVariable(5, STEPS), n: STEPS },
    large: { plan: besideVariable(500_000, STEPS), n: STEPS },
  },
];

/** More than this is growth, and no noise of the machine. */
const AIM_TIMES = 2;

/** What a step costs does not grow with the ledger, with the scopes that have ended, or with what it does not touch. */
export const GROWTH: Suite = {
  name: 'growth',
  async run() {
    const lines: BenchLine[] = [];
    for (const { name, small, large } of GROWTHS) {
      const before = await costOf(small);
      const after = await costOf(large);
      const timesDearer = rounded(after / before);
      const engine = 'planloom unsealed';
      lines.push({ name, engine, n: large.n, usPerStep: rounded(after), timesDearer, aimTimes: AIM_TIMES });
    }
    return lines;
  },
};

async function costOf({ plan, n, late = 0 }: Size): Promise<number> {
  const rounds = n > STEPS || late > 0 ? 5 : 11;
  const [us = Number.NaN] = await mediansUs(
    rounds,
    [() => drive(plan, false, 0, late)],
    Math.ceil(STEPS / n),
  );
  return us / n;
}
