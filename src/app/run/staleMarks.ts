import type { Address } from '#base';
import type { StaleMark } from '#canvas';
import { withMade } from '#capabilities';
import type { AttachedRun } from '#editor';
import type { Pin } from '#kernel';
import { type Names, namesOf } from '#projection';
import { findStale, nextTask, type StaleBecause } from '#runtime';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { whyStale } from './waysOn';

/** How long it may work before others get their turn, in milliseconds. */
const SLICE_MS = 8;

/**
 * What is stale of a run (D11), by the addresses of its steps.
 *
 * @returns null where that cannot be said: the plan cannot run as it stands, or it was asked to end
 */
export async function staleMarks(
  session: Session,
  { commits, live }: AttachedRun,
  pins: readonly Pin[],
  ended: AbortSignal,
): Promise<ReadonlyMap<Address, StaleMark> | null> {
  const workspace = workspaceToRun(session);
  const finding = findStale({
    ...{ commits, workspace, pins },
    capabilities: withMade(session.capabilities, workspace),
  });
  let since = performance.now();
  for (let next = finding.next(); ; next = finding.next()) {
    if (next.done) {
      if (!next.value.ok) return null;
      const nameOf = namesOf(live);
      return new Map(
        [...next.value.value].map(([address, because]) => [address, markOf(address, because, nameOf)]),
      );
    }
    if (performance.now() - since < SLICE_MS) continue;
    await nextTask();
    if (ended.aborted) return null;
    since = performance.now();
  }
}

function markOf(address: Address, because: StaleBecause, nameOf: Names): StaleMark {
  return {
    word: because.kind === 'before' ? 'may be stale' : 'stale',
    reason: sentenceOf(whyStale(address, because, nameOf)),
  };
}

function sentenceOf(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
