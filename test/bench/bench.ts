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

/** Time of one call in microseconds: the median of several after a warm-up, so that one pause of the collector is none. */
export async function medianUs(times: number, work: () => unknown): Promise<number> {
  const measured: number[] = [];
  await work();
  for (let round = 0; round < times; round++) {
    const begun = performance.now();
    await work();
    measured.push((performance.now() - begun) * 1000);
  }
  measured.sort((a, b) => a - b);
  return measured[measured.length >> 1] ?? Number.NaN;
}

/** Rounds a figure for people: three digits are more than the machine's load leaves true. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
