import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { cancelNodes } from '../scopes/cancelNodes';
import { childFrames } from '../scopes/frames';
import type { Frame } from '../state';
import { parentOf } from '../variables';
import { pure, through } from './behaviour';

/** CANCEL: cancels the nodes that it names, in its own scope and in all open branches of its ASYNC GROUP (R16). */
export const startCancel = pure<'CANCEL'>((draft, frame, node, _address, self) => {
  const named = new Set(node.params.nodes);
  const refs = reachOf(draft, frame).flatMap((at) => nodesIn(at, named));
  cancelNodes(
    draft,
    refs.filter((ref) => ref.frame !== self.frame || ref.node !== self.node),
  );
  return through('out');
});

/** Its own scope, or all open branches of the group that it is a branch of. */
function reachOf(draft: Draft, frame: Frame): readonly Frame[] {
  const around = parentOf(draft, frame);
  const container = around?.scope.shape === 'branches' ? around.parent : null;
  if (!around || !container || draft.compiled(container).node.type !== 'GROUP') return [frame];
  return childFrames(draft, around);
}

function nodesIn({ id, scope }: Frame, ids: ReadonlySet<string>): NodeRef[] {
  return scope.nodes.flatMap((node, index) => (ids.has(node.id) ? [{ frame: id, node: index }] : []));
}
