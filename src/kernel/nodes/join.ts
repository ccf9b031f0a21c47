import { withAttempt } from '#base';
import { baseAddress, type Draft } from '../draft';
import type { NodeRef } from '../frame';
import { activate, failNode } from '../node';
import { cancelNodes } from '../scopes/unwinding';
import { type Behaviour, pure, through } from './behaviour';

/** JOIN: goes on, and cancels what leads only to it, unless the rest is to go on (R6, R7). */
export const join: Behaviour<'JOIN'> = {
  start: pure<'JOIN'>((draft, frame, _node, _address, ref) => {
    cancelNodes(
      draft,
      restOf(draft, ref).map((node) => ({ frame: frame.id, node })),
    );
    return through('out');
  }),
};

function restOf(draft: Draft, { frame, node }: NodeRef): readonly number[] {
  const { scope } = draft.frame(frame);
  if (scope.shape !== 'graph') return [];
  return scope.joins.find((join) => join.node === node)?.rest ?? [];
}

/** Too few of its ways can still arrive (R6): it fails without having started. */
export function starveJoin(draft: Draft, ref: NodeRef): void {
  const address = withAttempt(baseAddress(draft, ref), 1);
  activate(draft, ref, address, { kind: 'calling' });
  const error = {
    code: 'JOIN_STARVED',
    message: `Too few ways can still arrive at "${draft.compiled(ref).id}".`,
    help: 'Lower the number that it needs, or let fewer of its ways die.',
  };
  failNode(draft, ref, error, { final: true });
}
