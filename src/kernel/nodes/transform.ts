import { beginLeaf, startTimeout } from '../node';
import { stepResults, visibleVariables } from '../variables';
import type { Behaviour } from './behaviour';

/** TRANSFORM: JSONata over the variables. Its evaluation is asynchronous, so it is a command (V3). */
export const transform: Behaviour<'TRANSFORM'> = {
  start: (draft, ref, node, attempt) => {
    const frame = draft.frame(ref.frame);
    const steps = stepResults(draft, frame, null);
    const variables = visibleVariables(draft, frame);
    const address = beginLeaf(draft, ref, attempt, { kind: 'calling' });
    draft.issue(ref, {
      address,
      expression: node.params.expression,
      kind: 'evaluate',
      variables: steps === null ? variables : { ...variables, steps },
    });
    startTimeout(draft, ref);
  },
};
