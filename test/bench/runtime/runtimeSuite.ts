import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CapabilityPlan } from '#plan';
import { workspace } from '../../notation/plan';
import { type BenchLine, mediansUs, rounded, type Suite, spentSince } from '../bench';
import { drive } from '../kernel/drive';
import { chain, fanOut } from '../kernel/plans';
import { runWhole } from './runWhole';

const CASES: readonly { readonly name: string; readonly plan: CapabilityPlan; readonly n: number }[] = [
  ...[10, 100, 1_000, 10_000].map((n) => ({ name: 'runtime chain', plan: chain(n), n })),
  { name: 'runtime fan-out', plan: fanOut(1_000), n: 1_000 },
];

/** What the driver may add to the kernel that it drives. */
const AIM_TIMES_KERNEL = 1.5;
const AIM_TIMES_THOUSAND = 12;
const FIRST = 100;
const AIM_TIMES_WARM = 5;
export const FIRST_STEPS_CHILD = '--first-steps-child';

/** Runs as a user has them, through the driver, beside the sealed kernel alone with the same plans. */
export const RUNTIME: Suite = {
  name: 'runtime',
  async run() {
    for (const { plan } of CASES) await runWhole(workspace([plan]));
    const lines: BenchLine[] = [];
    for (const { name, plan, n } of CASES) {
      const opened = workspace([plan]);
      const works = [
        () => runWhole(opened),
        () => drive(plan, true),
        async () => void (await runWhole(opened)),
        () => void drive(plan, true),
      ];
      const times = await mediansUs(n >= 10_000 ? 5 : 11, works, Math.ceil(1_000 / n));
      const [steps = 0, kernelSteps = 0, whole = 0, kernelWhole = 0] = times.map((us) => us / n);
      lines.push({
        name,
        engine: 'planloom runtime',
        n,
        usPerStep: rounded(steps),
        timesKernel: rounded(steps / kernelSteps),
        aimTimesKernel: AIM_TIMES_KERNEL,
        withPlansUs: rounded(whole),
        timesKernelWithPlans: rounded(whole / kernelWhole),
      });
    }
    return [...lines, growth(lines), firstSteps(lines)];
  },
};

/** How many times longer a whole chain of 10,000 takes than one of 1,000. */
function growth(lines: readonly BenchLine[]): BenchLine {
  const wholeOf = (n: number): number => n * wholeStep(lines, n);
  return {
    name: 'chain 10,000 against 1,000',
    engine: 'planloom runtime',
    n: 10_000,
    usPerStep: wholeStep(lines, 10_000),
    timesThousand: rounded(wholeOf(10_000) / wholeOf(1_000)),
    aimTimes: AIM_TIMES_THOUSAND,
  };
}

/** What the first steps of a process cost, where nothing has been compiled by the engine yet. */
function firstSteps(lines: readonly BenchLine[]): BenchLine {
  const entry = process.argv[1] ?? fileURLToPath(import.meta.url);
  const children = Array.from({ length: 5 }, () => costOfFirst(entry));
  const us = children.toSorted((one, other) => one - other)[children.length >> 1] ?? Number.NaN;
  return {
    name: 'first 100 steps',
    engine: 'planloom runtime',
    n: FIRST,
    usPerStep: rounded(us),
    timesWarm: rounded(us / wholeStep(lines, FIRST)),
    aimTimes: AIM_TIMES_WARM,
  };
}

/** A step of the chain of that length, its share of the start in it. */
function wholeStep(lines: readonly BenchLine[], n: number): number {
  const chained = lines.find((line) => line.name === 'runtime chain' && line.n === n);
  return Number(chained?.withPlansUs ?? Number.NaN);
}

function costOfFirst(entry: string): number {
  const child = spawnSync(process.execPath, [entry, FIRST_STEPS_CHILD], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  const { usPerStep }: { usPerStep: number } = JSON.parse(child.stdout);
  return usPerStep;
}

/** What the child process does: one run of a hundred steps, from the plan to its end. */
export async function firstStepsChild(): Promise<void> {
  const opened = workspace([chain(FIRST)]);
  const begun = process.cpuUsage();
  await runWhole(opened);
  console.log(JSON.stringify({ usPerStep: spentSince(begun) / FIRST }));
}
