import { holds } from '../variables';
import { type Behaviour, pure, through } from './behaviour';

/** SWITCH: the first case that matches, or with `all` every one of them; else `default` (R5). */
export const switchType: Behaviour<'SWITCH'> = {
  start: pure<'SWITCH'>((draft, frame, node) => {
    const matches: string[] = [];
    for (const { id, when } of node.params.cases) {
      const matched = holds(draft, frame, when);
      if (!matched.ok) return matched;
      if (!matched.value) continue;
      matches.push(id);
      if (!node.params.all) break;
    }
    return matches.length > 0 ? through(...matches) : through('default');
  }),
};
