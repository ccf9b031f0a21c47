import { type Address, withoutAttempt } from '#base';
import type { AttachedRun } from '#editor';
import { nodeReads } from '#plan';
import { namesOf, nodeAtAddress } from '#projection';
import type { ForeseenFork } from '#runtime';

/** The steps that run after the point of a fork and read a variable, by their names, each once. */
export function readersOf(
  variable: string,
  { commits, live }: AttachedRun,
  at: number,
  { called, reused }: ForeseenFork,
): readonly string[] {
  const served = new Set(reused);
  const started = commits
    .slice(at)
    .flatMap(({ entries }) =>
      entries.flatMap(({ kind, address }) => (kind === 'node.started' ? [withoutAttempt(address)] : [])),
    );
  const [main] = live.started?.closure.plans ?? [];
  const plan = main?.kind === 'capability' ? main : null;
  const nameOf = namesOf(live);
  const reads = (address: Address): boolean => {
    const node = nodeAtAddress(address, plan, live);
    return node !== null && nodeReads(node, variable);
  };
  const readers = [...called, ...started].filter((address) => !served.has(address) && reads(address));
  return [...new Set(readers.map(nameOf))];
}
