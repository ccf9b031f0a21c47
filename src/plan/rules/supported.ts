import type { PlannerFlavour } from '../nodes/planner';
import type { PlanNode } from '../schema/node';

/**
 * What of the language this version runs. A document may say more; then `check` says plainly that it is not run
 * yet (NOT_SUPPORTED). Later work takes lines out of here.
 */
export const SUPPORTED_FLAVOURS: ReadonlySet<PlannerFlavour> = new Set(['llm', 'stream', 'rules', 'htn']);
export const SUPPORTED_COMPLETIONS: ReadonlySet<string> = new Set(['ALL']);
export const SUPPORTED_MERGES: ReadonlySet<string> = new Set(['LAST_WINS', 'COLLECT']);

/** Fields of nodes that are not run yet, and what they are called on the screen. */
export const UNSUPPORTED_FIELDS: readonly (readonly [keyof PlanNode, string])[] = [
  ['features', 'Features'],
  ['mutex', 'Mutexes'],
  ['cancelOn', 'Cancelling on a signal'],
  ['background', 'Running in the background'],
];

/** Parameters of planners and executors that are not run yet. */
export const UNSUPPORTED_PLANNER_PARAMS = { parser: 'Parsers', subtreeCreator: 'Subtree creators' } as const;
export const UNSUPPORTED_EXECUTOR_PARAMS = { replan: 'Re-planning' } as const;
export const UNSUPPORTED_APPROVALS: ReadonlySet<string> = new Set(['whenWidened']);
export const UNSUPPORTED_ANSWERS: ReadonlySet<string> = new Set(['template', 'model']);
