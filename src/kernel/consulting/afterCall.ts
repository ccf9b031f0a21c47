import type { Json } from '#base';
import type { Draft } from '../draft';
import { afterDecision } from '../nodes/llmDecision';
import { afterReflection } from '../nodes/reflection';
import { afterRouting } from '../nodes/toolRouter';
import { failNode } from '../settle';
import type { Ending } from '../state';
import { askNextModel } from './consult';
import type { Consultation } from './consultation';

/** A call inside a node has ended: the next model is asked where one could not be (P5), else the node goes on with it. */
export function afterCall(draft: Draft, ending: Ending): void {
  const { ref, error } = ending;
  const { work } = draft.active(ref);
  if (work.kind !== 'consulting') return;
  const { consultation } = work;
  if (error === null) goOn(draft, ending, consultation, ending.result);
  else if (!askNextModel(draft, ref, consultation)) failNode(draft, ref, error);
}

function goOn(draft: Draft, { ref }: Ending, consultation: Consultation, result: Json): void {
  const { node } = draft.compiled(ref);
  if (node.type === 'LLM_DECISION') afterDecision(draft, ref, consultation, result);
  else if (node.type === 'TOOL_ROUTER') afterRouting(draft, ref, node, consultation, result);
  else if (node.type === 'REFLECTION') afterReflection(draft, ref, node, consultation, result);
}
