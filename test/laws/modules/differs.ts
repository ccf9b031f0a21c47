import type { Command } from '#kernel';
import type { Case } from '../random/build';
import { virtualRun } from '../virtualRun';
import type { ModuleRun } from './engineRun';

/** Where a module and the kernel part: attempts, their order and times, calls, and how the run ended; null where they agree. */
export function differs(drawn: Case, module: ModuleRun): string | null {
  const kernel = virtualRun(drawn);
  const starts = kernel.lines.flatMap((line) => {
    const [, at, address] = /^(\d+) start (\S+)/.exec(line) ?? [];
    return address === undefined ? [] : [`${at} ${address}`];
  });
  const calls = kernel.run.commits.flatMap(({ entries }) =>
    entries.flatMap((entry, index) => {
      if (entry.kind !== 'command') return [];
      const { kind, address } = entry.data.command;
      // What is withdrawn in the commit that asked for it never leaves.
      const after = entries.slice(index + 1);
      if (after.some((one) => one.kind === 'command' && isWithdrawal(one.data.command, address))) return [];
      if (kind === 'plan') return [address.replace(/!\d+$/, '')];
      return kind === 'call' || kind === 'observe' || kind === 'evaluate' ? [address] : [];
    }),
  );
  return (
    firstPart('starts', starts, module.visits) ??
    firstPart('calls', calls, module.calls) ??
    firstPart('end', endOf(kernel), endOf(module))
  );
}

function isWithdrawal({ kind, address }: Command, of: string): boolean {
  return kind === 'cancel' && address === of;
}

function endOf({ phase, error, outputs }: Pick<ModuleRun, 'phase' | 'error' | 'outputs'>): string[] {
  return [phase, String(error), JSON.stringify(sorted(outputs))];
}

function sorted(outputs: object): object {
  return Object.fromEntries(Object.entries(outputs).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function firstPart(what: string, right: readonly string[], said: readonly string[]): string | null {
  const most = Math.max(right.length, said.length);
  const at = Array.from({ length: most }).findIndex((_, index) => right[index] !== said[index]);
  if (at < 0) return null;
  const shown = (list: readonly string[], mark: string): string[] =>
    list.slice(at, at + 5).map((line) => `  ${mark} ${line}`);
  const before = right.slice(Math.max(0, at - 12), at).map((line) => `    ${line}`);
  return [`${what} differ:`, ...before, ...shown(right, 'K'), ...shown(said, 'M')].join('\n');
}
