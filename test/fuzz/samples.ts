import { execFileSync } from 'node:child_process';

/**
 * How often a generated test is tried, and by which seed: `npm run fuzz` tries it `full` times (or `--runs`), `npm test` a tenth of
 * that. The seed is `--seed`, else the hash of the commit: each commit tries other samples, and the same commit always the same.
 *
 * @example
 * const { seed, numRuns } = samples(20_000);
 * fc.assert(property, { seed, numRuns });
 */
export function samples(full: number): { readonly seed: number; readonly numRuns: number } {
  const runs = Number(process.env.FUZZ_RUNS ?? full / 10);
  return { seed: SEED, numRuns: Math.max(1, Math.round(runs)) };
}

/** Large runs (`npm run fuzz`) may take their time. */
export function fuzzTimeout(): number {
  return process.env.FUZZ_RUNS === undefined ? 120_000 : 3_600_000;
}

const SEED = Number(process.env.FUZZ_SEED ?? seedOfCommit());

function seedOfCommit(): number {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number.parseInt(hash.slice(0, 7), 16);
  } catch {
    return 20_260;
  }
}
