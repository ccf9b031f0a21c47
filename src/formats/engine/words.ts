/** The words of reference 2 that both directions need. */

/** Capabilities in the order that a configuration without `capabilityOrder` has. */
export const DEFAULT_ORDER: readonly string[] = [
  'ACCESS',
  'PRE_CONTEXT_SETUP',
  'PLANNER',
  'PLAN_EXECUTOR',
  'EXECUTION_CONTROLLER',
  'ITERATIVE_BLOCK',
  'MODEL',
  'RETRIEVAL',
  'RETRIEVE',
  'TOOL',
  'MCP',
  'MEMORY',
  'REFLECTION',
  'SUB_OBSERVABILITY',
  'SUB_CUSTOM',
  'ITERATIVE_BLOCK_END',
  'FILTER',
  'POST_PROCESS',
  'EVALUATION',
  'EVALUATE',
  'FEEDBACK',
  'FEEDBACK_CAPTURE',
  'LEARNING',
  'DATASET_BUILD',
  'TRAIN_TRIGGER',
  'MODEL_REGISTRY',
  'OBSERVABILITY',
  'CUSTOM',
];

/** Two names of one capability. */
export const SAME_CAPABILITY: ReadonlyMap<string, string> = new Map([
  ['RETRIEVE', 'RETRIEVAL'],
  ['RETRIEVAL', 'RETRIEVE'],
  ['EVALUATE', 'EVALUATION'],
  ['EVALUATION', 'EVALUATE'],
  ['FEEDBACK_CAPTURE', 'FEEDBACK'],
  ['FEEDBACK', 'FEEDBACK_CAPTURE'],
]);

export const PLANNER = 'PLANNER';
export const PLAN_EXECUTOR = 'PLAN_EXECUTOR';
export const LOOP_START = 'ITERATIVE_BLOCK';
export const LOOP_END = 'ITERATIVE_BLOCK_END';
export const PLAN_SAFETY = 'PLAN_SAFETY_VALIDATION';

/** The variable that the condition of a conditional group writes: 0 is then, n elseif n, anything else is else. */
export const BRANCH = 'branch';

/** The merges that we know by the same name; any other name is a plugin. */
export const OUR_MERGES: ReadonlySet<string> = new Set([
  'LAST_WINS',
  'FIRST_WINS',
  'PREFIX_BY_ACTIVITY',
  'COLLECT',
]);

/** A merge plugin that is part of their engine: a line for each model. */
export const ALL_MODELS = 'ALL_MODELS_RESPONSE_FORMAT';

export const COMPLETIONS: ReadonlySet<string> = new Set([
  'ALL',
  'FIRST_SUCCESS',
  'FIRST_FAILURE',
  'ALL_SETTLED',
]);

/** The names under which an import keeps what only an export has to know, beside what it keeps of theirs. */
export const OURS: ReadonlySet<string> = new Set([
  'inherits',
  'name',
  'calls',
  'bare',
  'type',
  'block',
  'groups',
  'untyped',
  'forms',
  'marks',
  'iterator',
  'group',
  'plugin',
  'form',
  'id',
  'neverRun',
]);
