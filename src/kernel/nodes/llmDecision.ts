import { askForChoice, chosenBy, noChoice } from '../dialogue/dialogue';
import { failNode, succeedNode } from '../node';
import { asking, type Behaviour } from './behaviour';

/** LLM_DECISION: a model chooses the port; each call of it is a leaf of the node's own scope (K2). */
export const llmDecision: Behaviour<'LLM_DECISION'> = {
  isScripted: true,
  start: asking<'LLM_DECISION'>(
    ({ params }) => params.question,
    (draft, ref, { params }, question, input) => askForChoice(draft, ref, question, params.choices, input),
  ),
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
