import { failNode } from '../completion';
import { askNextModel } from '../dialogue/dialogue';
import type { Draft } from '../draft';
import type { Ending } from '../state';

/** A call inside a node has ended: the next model is asked where one could not be (P5), else the node goes on with it. */
export function afterCall(draft: Draft, ending: Ending): void {
  const { ref, error } = ending;
  const { work } = draft.active(ref);
  if (work.kind !== 'consulting') return;
  const { consultation } = work;
  if (error === null) {
    const { node } = draft.compiled(ref);
    draft.behaviourOf(node).onReply?.(draft, ref, node, consultation, ending.result);
  } else if (!askNextModel(draft, ref, consultation)) failNode(draft, ref, error);
}
