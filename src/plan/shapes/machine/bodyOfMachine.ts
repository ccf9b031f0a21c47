import type { Body } from '../../nodes/node';
import type { StateMachinePlan } from '../../schema/stateMachine';

/** A dynamic plan that is a machine as its executor runs it (M5): one step, a SUB_PLAN under the machine's own id. */
export function bodyOfMachine({ id, name }: StateMachinePlan): Body {
  const named = name === undefined ? {} : { name };
  return { nodes: [{ id, type: 'SUB_PLAN', ...named, params: { plan: id } }], edges: [] };
}
