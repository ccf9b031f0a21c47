import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { rounded, type Suite } from '../bench';
import { drive } from './engines';
import { chain } from './plans';

const N = 10_000;
export const MEMORY_CHILD = '--memory-child';

/** What the child process does: one run of a chain of 10,000, its whole ledger kept; says its peak in kilobytes. */
export function memoryChild(): void {
  const driven = drive(chain(N), true);
  const { maxRSS } = process.resourceUsage();
  console.log(JSON.stringify({ commits: driven.commits.length, maxRSS }));
}

/** Peak memory of a process that does nothing but run a chain of 10,000. */
export const MEMORY: Suite = {
  name: 'memory',
  async run() {
    const entry = process.argv[1] ?? fileURLToPath(import.meta.url);
    const child = spawnSync(process.execPath, [entry, MEMORY_CHILD], { encoding: 'utf8' });
    if (child.status !== 0) throw new Error(child.stderr);
    const { maxRSS }: { maxRSS: number } = JSON.parse(child.stdout);
    const peakMb = rounded(maxRSS / 1024);
    return [{ name: 'peak memory, chain', engine: 'planloom', n: N, usPerStep: 0, peakMb, aimMb: 200 }];
  },
};
