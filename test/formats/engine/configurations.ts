import type { Json } from '#base';

/** A configuration of reference 2 with a condition, an iterative block, a plan executor and parallel models. */
export const HARBOUR = {
  configVersion: '1.0',
  worker: { queueName: 'harbour' },
  capabilityOrder: ['ACCESS', 'ITERATIVE_BLOCK', 'PLAN_EXECUTOR', 'ITERATIVE_BLOCK_END', 'MODEL'],
  pipelines: {
    default: {
      defaultTimeoutSeconds: 45,
      root: {
        ACCESS: {
          type: 'GROUP',
          executionMode: 'SYNC',
          condition: 'tide.Check',
          thenChildren: [{ type: 'PLUGIN', name: 'tide.Open', pluginType: 'ToolPlugin' }],
          elseChildren: [],
        },
        ITERATIVE_BLOCK: { type: 'GROUP', executionMode: 'SYNC', children: [] },
        PLAN_EXECUTOR: {
          type: 'GROUP',
          executionMode: 'SYNC',
          children: [{ type: 'PLUGIN', name: 'PLAN_EXECUTOR', pluginType: 'CustomStagePlugin' }],
        },
        ITERATIVE_BLOCK_END: { type: 'GROUP', executionMode: 'SYNC', children: [] },
        MODEL: {
          type: 'GROUP',
          executionMode: 'ASYNC',
          asyncOutputMergePolicy: 'PREFIX_BY_ACTIVITY',
          children: [
            { type: 'PLUGIN', name: 'crew.North', pluginType: 'ModelPlugin' },
            { type: 'PLUGIN', name: 'crew.South', pluginType: 'ModelPlugin' },
          ],
        },
      },
    },
  },
} satisfies Json;

/** All that the format can say, in one configuration. */
export const OBSERVATORY = {
  configVersion: '1.1',
  enabledFeatures: ['INTERCEPTORS', 'PLAN_SAFETY_VALIDATION', 'DEBUGGER'],
  worker: { queueName: 'dome', strictBoot: true },
  temporal: { target: 'clock:7233', namespace: 'sky' },
  activity: {
    payload: { maxResultOutputKeys: 9 },
    defaultTimeouts: { scheduleToStartSeconds: 60, startToCloseSeconds: 30, scheduleToCloseSeconds: 300 },
    retryPolicy: {
      maximumAttempts: 2,
      initialIntervalSeconds: 1,
      backoffCoefficient: 2,
      maximumIntervalSeconds: 9,
      nonRetryableErrors: ['CLOUDS'],
    },
  },
  capabilityOrder: [
    'ACCESS',
    'PLANNER',
    'ITERATIVE_BLOCK',
    'PLAN_EXECUTOR',
    'ITERATIVE_BLOCK_END',
    'MODEL',
    'RETRIEVAL',
  ],
  capabilities: { POINT: { pluginType: 'ToolPlugin', name: 'dome.Point' } },
  capabilityPlugins: { FILTER: 'dome.Filter' },
  mergePolicies: { stack: 'dome.StackImages', last: 'LAST_WINS' },
  plugins: ['dome.Point', 'dome.Expose', 'dome.Plan'],
  dynamicPlugins: { Extra: 'extra.jar' },
  dynamicPluginJars: ['more.jar'],
  pluginRepoPackagePrefix: 'org.dome',
  featurePlugins: { INTERCEPTORS: ['dome.Watch'] },
  queueTopology: { strategy: 'QUEUE_PER_STAGE', stageToQueue: { MODEL: 'slow' } },
  defaultForkPlugin: 'dome.Fork',
  defaultJoinPlugin: 'dome.Join',
  sharedFolderPath: 'share',
  pipelines: {
    default: {
      defaultTimeoutSeconds: 45,
      defaultAsyncCompletionPolicy: 'ALL_SETTLED',
      defaultMaxGroupDepth: 4,
      mergePolicy: { type: 'MERGE_POLICY', pluginType: 'MergePolicy', name: 'last' },
      root: {
        ACCESS: {
          type: 'GROUP',
          executionMode: 'SYNC',
          timeoutSeconds: 300,
          children: [
            { type: 'PLUGIN', name: 'POINT', pluginType: 'ToolPlugin', timeoutSeconds: 45 },
            { type: 'STAGE', name: 'dome.Expose', pluginType: 'ToolPlugin', scheduleToCloseSeconds: 7 },
          ],
        },
        PLANNER: {
          type: 'GROUP',
          executionMode: 'SYNC',
          children: [{ type: 'PLUGIN', name: 'dome.Plan', pluginType: 'AgentOrchestratorPlugin' }],
        },
        ITERATIVE_BLOCK: { type: 'GROUP', executionMode: 'SYNC', children: [] },
        PLAN_EXECUTOR: {
          type: 'GROUP',
          executionMode: 'SYNC',
          children: [{ type: 'PLUGIN', name: 'PLAN_EXECUTOR', pluginType: 'CustomStagePlugin' }],
        },
        ITERATIVE_BLOCK_END: { type: 'GROUP', executionMode: 'SYNC', children: [], maxDepth: 2 },
        MODEL: {
          type: 'GROUP',
          executionMode: 'ASYNC',
          timeoutSeconds: 20,
          asyncCompletionPolicy: 'FIRST_SUCCESS',
          mergePolicy: { type: 'MERGE_POLICY', pluginType: 'MergePolicy', name: 'stack' },
          forkPlugin: 'dome.Fork',
          joinPlugin: 'dome.Join',
          children: [
            {
              type: 'PLUGIN',
              name: 'dome.Expose',
              pluginType: 'ModelPlugin',
              retryPolicy: {
                maximumAttempts: 1,
                initialIntervalSeconds: 0,
                backoffCoefficient: 1,
                maximumIntervalSeconds: 1,
                nonRetryableErrors: [],
              },
            },
            {
              type: 'GROUP',
              condition: 'sky.IsClear',
              timeoutSeconds: 3,
              thenGroup: { type: 'GROUP', executionMode: 'SYNC', iterator: 'dome.Turn', children: [] },
              elseifBranches: [
                {
                  condition: 'sky.IsHazy',
                  // biome-ignore lint/suspicious/noThenProperty: a word of the format; it is never awaited.
                  then: [{ type: 'PLUGIN', name: 'dome.Wait', pluginType: 'ToolPlugin' }],
                },
              ],
              elseGroup: {
                type: 'GROUP',
                executionMode: 'SYNC',
                children: [{ type: 'PLUGIN', name: 'dome.Close', pluginType: 'ToolPlugin' }],
              },
            },
          ],
        },
        RETRIEVE: { type: 'GROUP', executionMode: 'SYNC', children: [] },
        CUSTOM: {
          type: 'GROUP',
          executionMode: 'SYNC',
          children: [{ type: 'PLUGIN', name: 'never.Run', pluginType: 'ToolPlugin' }],
        },
      },
    },
    'by list': {
      capabilities: [
        {
          capability: 'MEMORY',
          groups: [
            {
              executionMode: 'SYNC',
              children: ['dome.Recall', { executionMode: 'ASYNC', children: ['a.B', 'c.D'] }],
            },
          ],
        },
        {
          capability: 'TOOL',
          groups: [
            { executionMode: 'SYNC', children: ['x.Y'] },
            { executionMode: 'SYNC', children: [] },
          ],
        },
      ],
    },
    tree: {
      root: {
        type: 'GROUP',
        executionMode: 'SYNC',
        children: [{ type: 'PLUGIN', name: 'only.One', pluginType: 'ToolPlugin' }],
      },
    },
  },
} satisfies Json;
