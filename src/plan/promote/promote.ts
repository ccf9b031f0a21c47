import type { Body } from '../nodes/node';
import type { Plan } from '../schema/plan';
import type { StateMachinePlan } from '../schema/stateMachine';
import type { Origin } from './origin';
import { promoteBody } from './promoteBody';
import { promoteMachine } from './promoteMachine';

/**
 * P11: a dynamic plan as a plan of the workspace, which remembers its run (`source.run`).
 *
 * @example apply(workspace, { edit: 'add-plan', plan: promote(opened.machine ?? opened.plan, origin) })
 */
export function promote(made: Body | StateMachinePlan, origin: Origin): Plan {
  return 'kind' in made ? promoteMachine(made, origin) : promoteBody(made, origin);
}
