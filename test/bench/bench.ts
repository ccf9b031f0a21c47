/** One measured line. `usPerStep` is microseconds per step, or per commit or node where the name says so. */
export interface BenchLine {
  readonly name: string;
  readonly engine: string;
  readonly n: number;
  readonly usPerStep: number;
  /** What this line should stay under, in the unit that it measures. */
  readonly aim?: number;
  /** Other figures of the same line, such as `peakMb` or a ratio to another engine of this run. */
  readonly [figure: string]: string | number | undefined;
}

/** A group of lines that belong together. Another room's bench is one more of these in `main.ts`. */
export interface Suite {
  readonly name: string;
  run(): Promise<readonly BenchLine[]>;
}

/** What a work may give back: processor time of its own, in microseconds, that another line measures. */
export interface SetAside {
  readonly setAsideUs: number;
}

type Work = () => unknown;

/**
 * Times of one call of each work, in microseconds of processor time: what neighbours on the machine take is not
 * counted, what the engine's own helper threads take is. Each work is measured alone: what the one before it left is
 * collected first, then it is warm before it counts, and of several rounds the median is taken, so that one pause of
 * the collector is none. Taking turns was tried: a work then paid for collecting its neighbour's garbage.
 *
 * @param repeats calls that one measurement covers: the clock's grain shall not show
 */
export async function mediansUs(
  rounds: number,
  works: readonly Work[],
  repeats = 1,
): Promise<readonly number[]> {
  const medians: number[] = [];
  for (const work of works) {
    globalThis.gc?.();
    for (let time = 0; time < WARM_UP; time++) await work();
    const measured: number[] = [];
    for (let round = 0; round < rounds; round++) measured.push(await timeOf(work, repeats));
    medians.push(median(measured));
  }
  return medians;
}

const WARM_UP = 4;

async function timeOf(work: Work, repeats: number): Promise<number> {
  const begun = process.cpuUsage();
  let setAside = 0;
  for (let time = 0; time < repeats; time++) setAside += setAsideBy(await work());
  return (spentSince(begun) - setAside) / repeats;
}

function setAsideBy(result: unknown): number {
  if (typeof result !== 'object' || result === null || !('setAsideUs' in result)) return 0;
  return typeof result.setAsideUs === 'number' ? result.setAsideUs : 0;
}

/** Processor time since a reading of `process.cpuUsage()`, in microseconds. */
export function spentSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return user + system;
}

/** The same of one work alone. */
export async function medianUs(rounds: number, work: Work): Promise<number> {
  const [us = Number.NaN] = await mediansUs(rounds, [work]);
  return us;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** Rounds a figure for people: three digits are more than the machine's load leaves true. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
