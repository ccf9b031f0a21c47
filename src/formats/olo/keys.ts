/**
 * The keys that their loader knows, object by object (reference 6, 1.1): it refuses every other, so nothing else is ever
 * written. What an imported document had besides is kept under `source`, and named when it is left out again.
 */
export const KEYS = {
  root: ['version', 'executionDefaults', 'pluginRestrictions', 'featureRestrictions', 'pipelines'],
  defaults: ['engine', 'temporal', 'activity'],
  activity: ['payload', 'defaultTimeouts', 'retryPolicy'],
  pipeline: [
    'name',
    'workflowId',
    'inputContract',
    'variableRegistry',
    'scope',
    'executionTree',
    'outputContract',
    'resultMapping',
    'executionType',
    'resolvedNodeTimeouts',
  ],
  node: [
    'id',
    'displayName',
    'type',
    'nodeType',
    'pluginRef',
    'inputMappings',
    'outputMappings',
    'params',
    'features',
    'preExecution',
    'postExecution',
    'postSuccessExecution',
    'postErrorExecution',
    'finallyExecution',
    'featureRequired',
    'featureNotRequired',
    'scheduleToStartSeconds',
    'startToCloseSeconds',
    'scheduleToCloseSeconds',
    'executionMode',
    'children',
  ],
} as const;

/** Timeouts where the document names none (seconds). */
export const DEFAULT_START_TO_CLOSE = 3_000;

/** Most steps of one plan, and planners inside each other, that their engine expands. */
export const PLAN_LIMITS = { maxSteps: 100, maxDepth: 5 } as const;
