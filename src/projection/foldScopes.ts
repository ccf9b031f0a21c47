import type { Address } from '#base';
import type { Draft } from './draft';
import type { NodeStatus } from './runView';

/** `/each[3]#2`: the container, the number of the round and the container's attempt. */
const NUMBERED = /^(.*\/[^/.[@#]+)(?:\.(?:try|catch|finally))?(?:\[(\d+)\])?(?:@\d+)?(?:#(\d+))?$/;

const ACTIVE: ReadonlySet<NodeStatus> = new Set([
  'running',
  'waiting',
  'retrying',
  'paused',
  'uncertain',
] satisfies NodeStatus[]);

/**
 * A node has another status: what that says of the round, and of the attempt of the container, that it lies in. Only
 * scopes whose address has a number are kept, so that plans without rounds pay nothing.
 *
 * @param address of the node, without its own attempt
 * @param handled whether a failure was routed or passed over
 */
export function foldScopes(
  draft: Draft,
  address: Address,
  before: NodeStatus,
  after: NodeStatus,
  handled: boolean,
): void {
  const scope = address.slice(0, address.lastIndexOf('/'));
  const last = scope.slice(scope.lastIndexOf('/') + 1);
  if (!last.includes('[') && !last.includes('#')) return;
  const [, container, index, attempt] = NUMBERED.exec(scope) ?? [];
  if (container === undefined) return;
  foldContainer(
    draft,
    container as Address,
    index === undefined ? null : Number(index),
    Number(attempt ?? 1),
  );
  if (index === undefined) return;
  const round = draft.rounds.get(scope as Address) ?? { active: 0, failed: false, cancelled: false };
  const change = Number(ACTIVE.has(after)) - Number(ACTIVE.has(before));
  draft.rounds.set(scope as Address, {
    active: round.active + change,
    failed: round.failed || (after === 'failed' && !handled),
    cancelled: round.cancelled || after === 'cancelled',
  });
}

function foldContainer(draft: Draft, container: Address, index: number | null, attempt: number): void {
  const known = draft.scopes.get(container);
  const at = index ?? 0;
  if (known === undefined || attempt > known.attempt) {
    draft.scopes.set(container, { attempt, indexed: index !== null, highest: at, latest: at });
    return;
  }
  // Items that run side by side report in turns: what began last is the one with the highest number.
  if (attempt < known.attempt || at <= known.highest) return;
  draft.scopes.set(container, { ...known, highest: at, latest: at });
}
