import { holds } from '../variables';
import { type Behaviour, pure, through } from './behaviour';

/** IF: exclusive choice (R5). */
export const ifType: Behaviour<'IF'> = {
  start: pure<'IF'>((draft, frame, node) => {
    const condition = holds(draft, frame, node.params.condition);
    return condition.ok ? through(condition.value ? 'then' : 'else') : condition;
  }),
};
