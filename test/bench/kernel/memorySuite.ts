import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { rounded, type Suite } from '../bench';
import { drive } from './drive';
import { chain } from './plans';

const N = 10_000;
export const MEMORY_CHILD = '--memory-child';

/** What the child process does: one run of a chain of 10,000, its whole ledger kept; says its time and its peak. */
export function memoryChild(): void {
  const begun = process.cpuUsage();
  const { commits } = drive(chain(N), true);
  const { user, system } = process.cpuUsage(begun);
  const { maxRSS } = process.resourceUsage();
  console.log(JSON.stringify({ us: user + system, commits: commits.length, maxRSS }));
}

/** Peak memory of a process that does nothing but run a chain of 10,000, and what its steps cost while it is cold. */
export const MEMORY: Suite = {
  name: 'memory',
  async run() {
    const entry = process.argv[1] ?? fileURLToPath(import.meta.url);
    const child = spawnSync(process.execPath, [entry, MEMORY_CHILD], { encoding: 'utf8' });
    if (child.status !== 0) throw new Error(child.stderr);
    const { us, maxRSS }: { us: number; maxRSS: number } = JSON.parse(child.stdout);
    const peakMb = rounded(maxRSS / 1024);
    const usPerStep = rounded(us / N);
    return [{ name: 'chain, new process', engine: 'planloom sealed', n: N, usPerStep, peakMb, aimMb: 200 }];
  },
};
