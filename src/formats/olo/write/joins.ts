import type { ContainerNode } from '#plan';
import { textAt } from '../../common/fields';
import { CALLING, MERGES } from '../read/merges';
import { joinOf } from './calls';
import { leaveOut, type Writing } from './writing';

/**
 * The strategy of the JOIN that merges as a group does: the one that was kept as long as it says the same. Null where a FORK
 * alone does.
 */
export function strategyOf(
  writing: Writing,
  group: Extract<ContainerNode, { type: 'GROUP' }>,
  branches: number,
  calls: boolean,
): string | null {
  const kept = joinOf(group);
  const strategy = textAt(kept, 'mergeStrategy');
  if (kept !== undefined && strategy === undefined && isPlain(group)) return null;
  if (strategy !== undefined && saysTheSame(strategy, group, branches, calls)) return strategy;
  return kept === undefined && isPlain(group) && !calls ? null : ours(writing, group, branches, calls);
}

function saysTheSame(
  strategy: string,
  group: Extract<ContainerNode, { type: 'GROUP' }>,
  branches: number,
  calls: boolean,
): boolean {
  const merge = Object.hasOwn(MERGES, strategy) ? MERGES[strategy]?.(branches) : {};
  const { completion = 'ALL', merge: merging = 'LAST_WINS' } = group.params;
  const { completion: theirs = 'ALL', merge: alike = 'LAST_WINS' } = merge ?? {};
  return completion === theirs && merging === alike && CALLING.has(strategy) === calls;
}

function isPlain(group: Extract<ContainerNode, { type: 'GROUP' }>): boolean {
  const { completion = 'ALL', merge = 'LAST_WINS' } = group.params;
  return completion === 'ALL' && merge === 'LAST_WINS';
}

function ours(
  writing: Writing,
  group: Extract<ContainerNode, { type: 'GROUP' }>,
  branches: number,
  calls: boolean,
): string {
  const { completion = 'ALL', merge = 'LAST_WINS', maxConcurrency } = group.params;
  const help = 'Their JOIN waits for all, for one, or for more than half, and the first or the last wins.';
  const away = (what: string, field: string): void =>
    leaveOut(writing, group.id, `${what} of "${group.id}" is left out.`, help, `/params/${field}`);
  if (maxConcurrency !== undefined) away('How many branches run at once', 'maxConcurrency');
  if (merge !== 'LAST_WINS' && merge !== 'FIRST_WINS') away(`The merge ${merge}`, 'merge');
  if (calls) return 'REDUCE';
  if (completion === 'N_OF(1)' || completion === 'FIRST_SUCCESS') return 'ANY';
  if (completion === `N_OF(${Math.floor(branches / 2) + 1})`) return 'MAJORITY';
  if (completion !== 'ALL') away(`The completion ${completion}`, 'completion');
  return merge === 'FIRST_WINS' ? 'FIRST_WINS' : 'ALL';
}
