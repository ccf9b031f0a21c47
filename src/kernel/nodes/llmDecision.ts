import { askForChoice, chosenBy, noChoice } from '../dialogue/dialogue';
import type { RunError } from '../fact';
import { beginContainer, failNode, startTimeout, succeedNode } from '../node';
import { fillTextIn, resolveInput } from '../variables';
import type { Behaviour } from './behaviour';

/** LLM_DECISION: a model chooses the port; each call of it is a leaf of the node's own scope (K2). */
export const llmDecision: Behaviour<'LLM_DECISION'> = {
  isScripted: true,
  start: (draft, ref, node, attempt) => {
    const frame = draft.frame(ref.frame);
    const input = resolveInput(draft, frame, node);
    const question = fillTextIn(draft, frame, node.params.question);
    beginContainer(draft, ref, attempt, { kind: 'calling' }, input.ok ? input.value : undefined);
    const fail = (error: RunError): void => failNode(draft, ref, error, { final: true });
    if (!input.ok) return fail(input.problem);
    if (!question.ok) return fail(question.problem);
    startTimeout(draft, ref);
    askForChoice(draft, ref, question.value, node.params.choices, input.value);
  },
  // A model has answered: its choice is taken, or it is asked once more (L1).
  onReply: (draft, ref, _node, consultation, result) => {
    const chosen = chosenBy(draft, ref, consultation, result);
    if (chosen === null) return;
    if (typeof chosen === 'string') succeedNode(draft, ref, { ports: [chosen], result: chosen });
    else failNode(draft, ref, chosen);
  },
  // What a script, or a person, says that it chose (H4, D7).
  onResult: (draft, ref, { params }, result, usage) => {
    const ids = params.choices.map(({ id }) => id);
    const chosen = ids.find((id) => id === result);
    if (chosen === undefined) failNode(draft, ref, noChoice(ids), { usage });
    else succeedNode(draft, ref, { ports: [chosen], result: chosen, usage });
  },
};
