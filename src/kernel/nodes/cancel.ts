import { within } from '#base';
import type { Draft } from '../draft';
import { type Frame, isSame, type NodeRef } from '../frame';
import { backgroundFrameOf, childFrames } from '../scopes/scope';
import { cancelNodes } from '../scopes/unwinding';
import { parentOf } from '../variables';
import { type Behaviour, pure, through } from './behaviour';

/** CANCEL: cancels the nodes that it names, in its own scope and in all open branches of its ASYNC GROUP (R16). */
export const cancel: Behaviour<'CANCEL'> = {
  start: pure<'CANCEL'>((draft, frame, node, _address, self) => {
    const named = new Set(node.params.nodes);
    const refs = reachOf(draft, frame).flatMap((at) => nodesIn(draft, at, named));
    cancelNodes(
      draft,
      refs.filter((ref) => !isSame(ref, self)),
    );
    return through('out');
  }),
};

/** Its own scope, or all open branches of the group that it is a branch of. */
function reachOf(draft: Draft, frame: Frame): readonly Frame[] {
  const around = parentOf(draft, frame);
  const container = around?.kind === 'branches' ? around.parent : null;
  if (!around || !container || draft.compiled(container).node.type !== 'GROUP') return [frame];
  return childFrames(draft, around);
}

/** The nodes of a scope with these ids, also those that it has started in the background (L2). */
function nodesIn(draft: Draft, frame: Frame, ids: ReadonlySet<string>): NodeRef[] {
  return frame.scope.nodes.flatMap((node, index) => {
    if (!ids.has(node.id)) return [];
    const background = backgroundFrameOf(within(frame.address, node.id));
    if (!draft.frames.has(background)) return [{ frame: frame.id, node: index }];
    return draft.frame(background).scope.nodes.map((_, place) => ({ frame: background, node: place }));
  });
}
