import type { Json } from '#base';

/** A pipeline configuration in which every node type of reference 1 stands at least once. */
export const ORCHARD = {
  version: '2.1.0',
  executionDefaults: {
    engine: 'TEMPORAL',
    temporal: { target: 'orchard.example:7233', namespace: 'fruit', taskQueuePrefix: 'orch-' },
    activity: {
      payload: { maxAccumulatedOutputKeys: 4, maxResultOutputKeys: 2 },
      defaultTimeouts: { scheduleToStartSeconds: 50, startToCloseSeconds: 25, scheduleToCloseSeconds: 90 },
      retryPolicy: {
        maximumAttempts: 2,
        initialIntervalSeconds: 3,
        backoffCoefficient: 1.5,
        maximumIntervalSeconds: 12,
        nonRetryableErrors: ['ROTTEN'],
      },
    },
  },
  pluginRestrictions: [],
  featureRestrictions: [],
  pipelines: {
    orchard: {
      name: 'orchard',
      workflowId: 'orchard-flow',
      inputContract: {
        strict: true,
        parameters: [
          { name: 'userQuery', type: 'STRING', required: true },
          { name: 'trees', type: 'ARRAY', required: false },
        ],
      },
      variableRegistry: [
        { name: 'userQuery', type: 'STRING', scope: 'IN' },
        { name: 'trees', type: 'ARRAY', scope: 'IN' },
        { name: 'tree', type: 'STRING', scope: 'INTERNAL' },
        { name: 'row', type: 'NUMBER', scope: 'INTERNAL' },
        { name: 'ripe', type: 'BOOLEAN', scope: 'INTERNAL' },
        { name: 'kind', type: 'STRING', scope: 'INTERNAL' },
        { name: 'note', type: 'STRING', scope: 'INTERNAL' },
        { name: 'trouble', type: 'STRING', scope: 'INTERNAL' },
        { name: 'score', type: 'NUMBER', scope: 'INTERNAL' },
        { name: 'basket', type: 'JSON', scope: 'INTERNAL' },
        { name: 'weather', type: 'JSON', scope: 'INTERNAL' },
        { name: '__planner_prompt', type: 'STRING', scope: 'INTERNAL' },
        { name: '__planner_result', type: 'STRING', scope: 'INTERNAL' },
        { name: 'label', type: 'STRING', scope: 'OUT' },
      ],
      scope: {
        plugins: [
          {
            id: 'GROWER',
            displayName: 'The grower',
            contractType: 'MODEL_EXECUTOR',
            contractVersion: '1.2',
            inputParameters: [{ name: 'prompt', type: 'STRING', required: true }],
            outputParameters: [{ name: 'responseText', type: 'STRING' }],
          },
          { id: 'TASTER' },
          { id: 'CLERK', contractType: 'REDUCER' },
          { id: 'CUTTER', contractType: 'SUBTREE_CREATOR' },
        ],
        features: ['metrics', { id: 'quota', displayName: 'Quota', contractVersion: '1.0' }],
      },
      executionTree: {
        id: 'root',
        displayName: 'Orchard',
        type: 'SEQUENCE',
        children: [
          {
            id: 'greet',
            displayName: 'Greet',
            type: 'PLUGIN',
            pluginRef: 'GROWER',
            inputMappings: [{ pluginParameter: 'prompt', variable: 'userQuery' }],
            outputMappings: [{ pluginParameter: 'responseText', variable: 'note' }],
            params: { tone: 'warm', braces: 'a {{literal}} brace' },
            features: ['trace'],
            postExecution: ['audit'],
            featureNotRequired: ['metrics'],
            startToCloseSeconds: 40,
            scheduleToStartSeconds: 7,
          },
          {
            id: 'ripe?',
            type: 'IF',
            params: { conditionVariable: 'ripe' },
            children: [
              {
                id: 'pick',
                type: 'PLUGIN',
                pluginRef: 'TASTER',
                outputMappings: [{ pluginParameter: 'fruit', variable: 'basket' }],
              },
              {
                id: 'sort',
                type: 'SWITCH',
                params: { switchVariable: 'kind' },
                children: [
                  {
                    id: 'apples',
                    type: 'CASE',
                    params: { caseValue: 'apple' },
                    children: [{ id: 'press', type: 'PLUGIN', pluginRef: 'TASTER' }],
                  },
                  { id: 'threes', type: 'CASE', params: { caseValue: 3 }, children: [] },
                  {
                    id: 'pears',
                    displayName: 'Pears',
                    type: 'CASE',
                    params: { caseValue: 'pear' },
                    children: [
                      { id: 'wash', type: 'PLUGIN', pluginRef: 'TASTER' },
                      { id: 'dry', type: 'PLUGIN', pluginRef: 'TASTER' },
                    ],
                  },
                ],
              },
            ],
          },
          {
            id: 'rows',
            type: 'ITERATOR',
            params: { collectionVariable: 'trees', itemVariable: 'tree', indexVariable: 'row' },
            children: [
              {
                id: 'look',
                type: 'PLUGIN',
                pluginRef: 'GROWER',
                inputMappings: [
                  { pluginParameter: 'prompt', variable: 'tree' },
                  { pluginParameter: 'number', variable: 'row' },
                ],
                outputMappings: [{ pluginParameter: 'responseText', variable: 'kind' }],
              },
            ],
          },
          {
            id: 'both',
            type: 'FORK',
            displayName: 'Both',
            children: [
              {
                id: 'north',
                type: 'PLUGIN',
                pluginRef: 'GROWER',
                inputMappings: [{ pluginParameter: 'prompt', variable: 'userQuery' }],
                outputMappings: [{ pluginParameter: 'responseText', variable: 'note' }],
              },
              {
                id: 'south',
                type: 'SEQUENCE',
                children: [
                  { id: 'rain', type: 'EVENT_WAIT', params: { eventKey: 'rain', resultVariable: 'weather' } },
                ],
              },
            ],
          },
          {
            id: 'gather',
            type: 'JOIN',
            displayName: 'Gather',
            params: { mergeStrategy: 'REDUCE' },
            pluginRef: 'CLERK',
            inputMappings: [{ pluginParameter: 'Note', variable: 'note' }],
            outputMappings: [{ pluginParameter: 'combinedOutput', variable: 'label' }],
            children: [{ id: 'tidy', type: 'PLUGIN', pluginRef: 'TASTER' }],
          },
          {
            id: 'try',
            type: 'TRY_CATCH',
            params: { errorVariable: 'trouble' },
            children: [
              {
                id: 'again',
                type: 'RETRY',
                params: {
                  maxAttempts: 4,
                  initialIntervalMs: 20,
                  backoffCoefficient: 3,
                  retryableErrors: ['frost'],
                },
                children: [{ id: 'graft', type: 'PLUGIN', pluginRef: 'TASTER' }],
              },
              {
                id: 'mend',
                type: 'PLUGIN',
                pluginRef: 'TASTER',
                inputMappings: [{ pluginParameter: 'why', variable: 'trouble' }],
              },
            ],
          },
          {
            id: 'cellar',
            type: 'SUB_PIPELINE',
            params: { pipelineRef: 'cellar' },
          },
          {
            id: 'decide',
            type: 'LLM_DECISION',
            params: {
              pluginRef: 'GROWER',
              promptVariable: 'userQuery',
              outputVariable: 'kind',
              options: ['a', 'b'],
            },
          },
          {
            id: 'route',
            type: 'TOOL_ROUTER',
            params: { inputVariable: 'kind' },
            children: [
              { id: 'jam', type: 'PLUGIN', pluginRef: 'TASTER', params: { caseValue: 'jam', sugar: 2 } },
              { id: 'cider', type: 'PLUGIN', pluginRef: 'TASTER', params: { toolValue: 'cider' } },
            ],
          },
          {
            id: 'judge',
            type: 'EVALUATION',
            params: {
              evaluatorRef: 'TASTER',
              inputVariable: 'note',
              outputVariable: 'score',
              threshold: 0.6,
            },
          },
          {
            id: 'polish',
            type: 'REFLECTION',
            params: { pluginRef: 'GROWER', inputVariable: 'note', outputVariable: 'note' },
          },
          { id: 'ask', type: 'FILL_TEMPLATE', params: { template: 'Plan for {{userQuery}}, {{not this}}.' } },
          {
            id: 'plan',
            displayName: 'Plan the harvest',
            type: 'PLANNER',
            params: { modelPluginRef: 'GROWER', resultVariable: '__planner_result', treeBuilder: 'default' },
          },
          { id: 'read', type: 'PLANNER', params: { subtreeCreatorPluginRef: 'CUTTER' } },
          {
            id: 'send',
            type: 'PLUGIN',
            pluginRef: 'CLERK',
            executionMode: 'FIRE_AND_FORGET',
            inputMappings: [{ pluginParameter: 'Text', variable: 'label' }],
          },
        ],
      },
      outputContract: { parameters: [{ name: 'label', type: 'STRING' }] },
      resultMapping: [{ variable: 'label', outputParameter: 'label' }],
      executionType: 'SYNC',
    },
    cellar: {
      name: 'cellar',
      inputContract: { strict: false, parameters: [{ name: 'note', type: 'STRING', required: false }] },
      variableRegistry: [
        { name: 'note', type: 'STRING', scope: 'IN' },
        { name: 'label', type: 'STRING', scope: 'OUT' },
      ],
      scope: { plugins: [{ id: 'CLERK', contractType: 'REDUCER' }], features: [] },
      executionTree: {
        id: 'store',
        type: 'PLUGIN',
        pluginRef: 'CLERK',
        inputMappings: [{ pluginParameter: 'Note', variable: 'note' }],
        outputMappings: [{ pluginParameter: 'combinedOutput', variable: 'label' }],
      },
      outputContract: { parameters: [{ name: 'label', type: 'STRING' }] },
      resultMapping: [{ variable: 'label', outputParameter: 'label' }],
    },
  },
} as const satisfies Json;
