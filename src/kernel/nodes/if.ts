import { holds } from '../values';
import { pure, through } from './behaviour';

/** IF: exclusive choice (R5). */
export const startIf = pure<'IF'>((draft, frame, node) => {
  const condition = holds(draft, frame, node.params.condition);
  return condition.ok ? through(condition.value ? 'then' : 'else') : condition;
});
