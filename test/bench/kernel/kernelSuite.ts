import { compile, openScope } from '#compile';
import { replay } from '#kernel';
import type { CapabilityPlan } from '#plan';
import { type BenchLine, mediansUs, medianUs, rounded, type Suite } from '../bench';
import { actorChain, actorDynamic, actorFanOut } from './actors';
import { drive } from './drive';
import { bareLoop } from './floor';
import { chain, dynamic, fanOut, guarded, loop } from './plans';

interface Case {
  readonly name: string;
  readonly plan: CapabilityPlan;
  /** Calls that the run makes, dynamic ones included. */
  readonly n: number;
  readonly planned: number;
  readonly actors: (n: number) => Promise<void>;
  /** What a step may cost, sealed or not, where it is more than a plain step. */
  readonly aim?: number;
}

const CHAINS = [10, 100, 1_000, 10_000];

const GUARDED = guarded(1_000, { retry: { maxAttempts: 3 }, timeoutMs: 10_000 });
const FEATURED = guarded(1_000, {
  retry: { maxAttempts: 3 },
  timeoutMs: 10_000,
  features: [{ feature: 'pre' }, { feature: 'post' }],
});

const CASES: readonly Case[] = [
  ...CHAINS.map((n) => ({ name: 'chain', plan: chain(n), n, planned: 0, actors: actorChain })),
  { name: 'fan-out', plan: fanOut(1_000), n: 1_000, planned: 0, actors: actorFanOut },
  { name: 'loop', plan: loop(1_000), n: 1_000, planned: 0, actors: actorChain },
  { name: 'retry and timeout', plan: GUARDED, n: 1_000, planned: 0, actors: actorChain, aim: 60 },
  { name: 'with pre and post', plan: FEATURED, n: 1_000, planned: 0, actors: actorChain, aim: 100 },
  { name: 'dynamic 10x100', plan: dynamic(10), n: 1_000, planned: 100, actors: actorDynamic },
];

/** Aims of the kernel, in microseconds (KERNEL.md §6): goals for the machine they were measured on. */
const AIMS = { unsealed: 12, sealed: 25, replay: 15, compile: 30 } as const;

/** The kernel beside a bare async loop and beside XState's own actors, in one process. */
export const KERNEL: Suite = {
  name: 'kernel',
  async run() {
    const lines: BenchLine[] = [];
    // Everything runs once before anything is measured: the first run of each path pays for its compilation.
    for (const one of CASES) drive(one.plan, true, one.planned);
    for (const one of CASES) lines.push(...(await linesOf(one)));
    lines.push(flatness(lines));
    lines.push(await replayLine(), ...(await compileLines()));
    return lines;
  },
};

async function linesOf({ name, n, plan, planned, actors, aim }: Case): Promise<readonly BenchLine[]> {
  const works = [
    () => drive(plan, false, planned),
    () => drive(plan, true, planned),
    () => void drive(plan, false, planned),
    () => void drive(plan, true, planned),
    () => bareLoop(n),
    () => actors(n),
  ];
  const times = await mediansUs(n >= 10_000 ? 5 : 11, works, Math.ceil(1_000 / n));
  const [unsealed = 0, sealed = 0, allUnsealed = 0, allSealed = 0, bare = 0, actor = 0] = times.map(
    (us) => us / n,
  );
  const ratios = (us: number) => ({ toBareLoop: rounded(us / bare), toXStateActors: rounded(us / actor) });
  // Ratios are of whole runs: the others bring their plans in the time that is measured, too.
  const ours = (engine: string, us: number, whole: number, goal: number): BenchLine => ({
    ...{ name, engine, n, usPerStep: rounded(us), aim: goal, withPlansUs: rounded(whole) },
    ...ratios(whole),
  });
  const theirs = (engine: string, us: number): BenchLine => ({
    ...{ name, engine, n, usPerStep: rounded(us) },
    ...ratios(us),
  });
  return [
    ours('planloom unsealed', unsealed, allUnsealed, aim ?? AIMS.unsealed),
    ours('planloom sealed', sealed, allSealed, aim ?? AIMS.sealed),
    theirs('bare async loop', bare),
    theirs('xstate actors', actor),
  ];
}

/** How much dearer a step is in a chain of 10,000 than in one of 100: at most three times. */
function flatness(lines: readonly BenchLine[]): BenchLine {
  const at = (n: number): number =>
    lines.find((line) => line.name === 'chain' && line.engine === 'planloom unsealed' && line.n === n)
      ?.usPerStep ?? Number.NaN;
  return {
    name: 'chain 10,000 against 100',
    engine: 'planloom unsealed',
    n: 10_000,
    usPerStep: at(10_000),
    timesDearer: rounded(at(10_000) / at(100)),
    aimTimes: 3,
  };
}

async function replayLine(): Promise<BenchLine> {
  const { commits } = drive(chain(10_000), true);
  const us = await medianUs(5, () => {
    if (!replay(commits).ok) throw new Error('the ledger does not replay');
  });
  const usPerStep = rounded(us / commits.length);
  return { name: 'replay, per commit', engine: 'planloom', n: commits.length, usPerStep, aim: AIMS.replay };
}

/** Plans are made anew each time, so that nothing is remembered; the first machine is built as a run would. */
async function compileLines(): Promise<readonly BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const [name, make, n] of [
    ['compile chain, per node', chain, 10_000],
    ['compile fan-out, per node', fanOut, 1_000],
  ] as const) {
    const us = await medianUs(7, () => {
      const compiled = compile(make(n));
      if (compiled.ok) openScope(compiled.value.scope);
    });
    lines.push({ name, engine: 'planloom', n, usPerStep: rounded(us / n), aim: AIMS.compile });
  }
  return lines;
}
