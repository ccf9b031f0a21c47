import type { Draft } from '../draft';
import { afterDecision } from '../nodes/llmDecision';
import { failNode } from '../settle';
import type { Ending } from '../state';
import { askNextModel, hasNextModel } from './consult';

/** A call inside a node has ended: the next model is asked where one could not be (P5), else the node goes on with it. */
export function afterCall(draft: Draft, { ref, result, error }: Ending): void {
  const { work } = draft.active(ref);
  if (work.kind !== 'consulting') return;
  const { consultation } = work;
  const { node } = draft.compiled(ref);
  if (error === null) {
    if (node.type === 'LLM_DECISION') afterDecision(draft, ref, consultation, result);
  } else if (hasNextModel(draft, ref, consultation)) askNextModel(draft, ref, consultation);
  else failNode(draft, ref, error);
}
