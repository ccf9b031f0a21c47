import { withCall } from '#base';
import type { NodeOf } from '#plan';
import type { Draft } from '../draft';
import {
  allowsAnother,
  beginContainer,
  failNode,
  startRetryTimer,
  startTimeout,
  succeedNode,
  waitBefore,
} from '../node';
import { openRound, scopeAddress } from '../scopes/scope';
import type { ScopeResult } from '../state';
import type { Behaviour } from './behaviour';

/** RETRY: its body again and again until it succeeds; what a failed attempt wrote is dropped (R12, R20). */
export const retry: Behaviour<'RETRY'> = {
  start: (draft, ref, _node, attempt) => {
    beginContainer(draft, ref, attempt, { kind: 'calling' });
    startTimeout(draft, ref);
    openRound(draft, ref, 0, { layered: true });
  },
  onScopeEnd: afterRound,
};

/** An attempt of the body has ended: well, or another follows after a wait (L2), or its error is the node's. */
function afterRound(draft: Draft, node: NodeOf<'RETRY'>, { ref, result, error }: ScopeResult): void {
  const { work, address } = draft.active(ref);
  if (work.kind !== 'round') return;
  const made = work.round + 1;
  if (error === null) succeedNode(draft, ref, { ports: ['out'], result });
  else if (!allowsAnother(node.params, made, error, node)) failNode(draft, ref, error);
  else {
    const round = scopeAddress(draft, ref, { index: work.round });
    const afterMs = waitBefore(draft, node.params, made, round);
    draft.emit({ address, data: { afterMs, error }, kind: 'node.retrying' });
    draft.setWork(ref, { kind: 'between', round: made });
    startRetryTimer(draft, ref, withCall(round, 'retry'), afterMs);
  }
}
