import type { Json, JsonObject } from '#base';

/** Reference 1: two specialists look at a claim at once, a clerk puts together what they say. */
export const CLAIMS: Json = {
  version: '1.0.0',
  pipelines: {
    claims: {
      name: 'claims',
      inputContract: { strict: true, parameters: [{ name: 'claim', type: 'STRING', required: true }] },
      variableRegistry: [
        { name: 'claim', type: 'STRING', scope: 'IN' },
        { name: 'category', type: 'STRING', scope: 'INTERNAL' },
        { name: 'worth', type: 'STRING', scope: 'INTERNAL' },
        { name: 'verdict', type: 'STRING', scope: 'OUT' },
      ],
      scope: {
        plugins: [
          { id: 'SORTER', displayName: 'Sorts claims', contractType: 'MODEL_EXECUTOR' },
          { id: 'ASSESSOR', contractType: 'MODEL_EXECUTOR' },
          { id: 'CLERK', contractType: 'REDUCER' },
        ],
        features: [],
      },
      executionTree: {
        id: 'root',
        type: 'SEQUENCE',
        children: [
          {
            id: 'look',
            type: 'FORK',
            children: [specialist('sort', 'SORTER', 'category'), specialist('assess', 'ASSESSOR', 'worth')],
          },
          {
            id: 'together',
            type: 'JOIN',
            params: { mergeStrategy: 'REDUCE' },
            pluginRef: 'CLERK',
            inputMappings: [
              { pluginParameter: 'Category', variable: 'category' },
              { pluginParameter: 'Worth', variable: 'worth' },
            ],
            outputMappings: [{ pluginParameter: 'combinedOutput', variable: 'verdict' }],
          },
        ],
      },
      outputContract: { parameters: [{ name: 'verdict', type: 'STRING' }] },
      resultMapping: [{ variable: 'verdict', outputParameter: 'verdict' }],
    },
  },
};

function specialist(id: string, pluginRef: string, variable: string): Json {
  return {
    id,
    type: 'PLUGIN',
    pluginRef,
    inputMappings: [{ pluginParameter: 'prompt', variable: 'claim' }],
    outputMappings: [{ pluginParameter: 'responseText', variable }],
    startToCloseSeconds: 40,
  };
}

/** What a planner of reference 1 answers: the step that draws, the step that paints what was drawn first. */
export const PORTRAIT_PLAN: Json = [
  { toolId: 'SKETCHER', input: { prompt: 'a cat' } },
  { toolId: 'PAINTER', input: { prompt: 'its fur' } },
];

/**
 * Reference 1: a PLANNER whose plan is carried out in its place, and what it gave is framed.
 *
 * @param before what runs before the planner
 * @param params of the planner
 */
export function portrait(before: readonly Json[], params: JsonObject): Json {
  const names = ['wish', '__planner_result', '__planner_step_1_response', 'framed'];
  const scopes = ['IN', 'INTERNAL', 'INTERNAL', 'OUT'];
  return {
    version: '1.0.0',
    pipelines: {
      portrait: {
        name: 'portrait',
        inputContract: { strict: true, parameters: [{ name: 'wish', type: 'STRING', required: true }] },
        variableRegistry: names.map((name, index) => ({
          name,
          type: 'STRING',
          scope: scopes[index] ?? 'INTERNAL',
        })),
        scope: {
          plugins: ['DREAMER', 'SKETCHER', 'PAINTER', 'FRAMER', 'CUTTER'].map((id) => ({ id })),
          features: [],
        },
        executionTree: {
          id: 'root',
          type: 'SEQUENCE',
          children: [
            ...before,
            { id: 'plan', type: 'PLANNER', params: { userQueryVariable: 'wish', ...params } },
            call('frame', 'FRAMER', ['picture', '__planner_step_1_response'], ['framed', 'framed']),
          ],
        },
        resultMapping: [{ variable: 'framed', outputParameter: 'framed' }],
      },
    },
  };
}

/** A PLUGIN with one parameter from a variable, and one variable from its result. */
export function call(
  id: string,
  pluginRef: string,
  [input, from]: readonly [string, string],
  [output, to]: readonly [string, string],
): Json {
  return {
    id,
    type: 'PLUGIN',
    pluginRef,
    inputMappings: [{ pluginParameter: input, variable: from }],
    outputMappings: [{ pluginParameter: output, variable: to }],
  };
}

/** Reference 2: the soil decides, two gauges are read at once, and what was planned is carried out. */
export const GREENHOUSE: Json = {
  configVersion: '1.0',
  worker: { queueName: 'greenhouse' },
  capabilityOrder: ['ACCESS', 'PLANNER', 'PLAN_EXECUTOR', 'MODEL'],
  pipelines: {
    default: {
      defaultTimeoutSeconds: 45,
      root: {
        ACCESS: {
          type: 'GROUP',
          executionMode: 'SYNC',
          condition: 'soil.IsDry',
          thenChildren: [{ type: 'PLUGIN', name: 'valve.Open', pluginType: 'ToolPlugin' }],
          elseChildren: [{ type: 'PLUGIN', name: 'valve.Shut', pluginType: 'ToolPlugin' }],
        },
        PLANNER: {
          type: 'GROUP',
          executionMode: 'SYNC',
          children: [{ type: 'PLUGIN', name: 'gardener.Plan', pluginType: 'AgentOrchestratorPlugin' }],
        },
        PLAN_EXECUTOR: {
          type: 'GROUP',
          executionMode: 'SYNC',
          children: [{ type: 'PLUGIN', name: 'PLAN_EXECUTOR', pluginType: 'CustomStagePlugin' }],
        },
        MODEL: {
          type: 'GROUP',
          executionMode: 'ASYNC',
          asyncOutputMergePolicy: 'LAST_WINS',
          children: [
            { type: 'PLUGIN', name: 'gauge.Heat', pluginType: 'ModelPlugin' },
            { type: 'PLUGIN', name: 'gauge.Damp', pluginType: 'ModelPlugin' },
          ],
        },
      },
    },
  },
};

/** Reference 3: a plan that a planner wrote, all of its tools here. */
export const LABELS: Json = {
  planId: 'labels-3',
  steps: [
    { id: 'shout', type: 'tool', toolId: 'text.upper', input: { text: 'handle with care' } },
    { id: 'tell', type: 'message', input: 'The label is printed.', meta: { tone: 'friendly' } },
    { id: 'end', type: 'finish', input: { printed: true } },
  ],
};

/** The same plan as its planner streams it: a step a line, and what it thought in between. */
export const LABELS_STREAM: string = [
  {
    type: 'step',
    step: { id: 'shout', type: 'tool', toolId: 'text.upper', input: { text: 'handle with care' } },
  },
  { type: 'reasoning', text: 'Now the one who asked has to know.' },
  { type: 'step', step: { id: 'tell', type: 'message', input: 'The label is printed.' } },
  { type: 'step', step: { id: 'end', type: 'finish', input: { printed: true } } },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

/** The same planner's graph: `edges[a]` lists what runs after a. */
export const LABELS_GRAPH: Json = {
  nodes: {
    small: { id: 'small', type: 'tool', toolId: 'text.lower', input: { text: 'FRAGILE' } },
    large: { id: 'large', type: 'tool', toolId: 'text.upper', input: { text: 'fragile' } },
    end: { id: 'end', type: 'finish', input: { done: true } },
  },
  edges: { small: ['end'], large: ['end'] },
};

/** Reference 4: goals, the first tool of each called once, whatever becomes of the one before. */
export const BEES: Json = [
  {
    goal: 'Find what the notes say of bees',
    primary_tools: ['documents.search', 'web_search'],
    success_criteria: 'One passage or more',
    context: 'Latin names',
  },
  { goal: 'Write the field log', primary_tools: ['field_log'], success_criteria: 'A line was written' },
];

/** Reference 5: a machine that asks for an inspection and goes on with what comes back. */
export const RENTAL: Json = {
  plan_type: 'bicycle.rental',
  description: 'Hand out a bicycle',
  states: {
    start: { state_name: 'start', description: 'Begin', default_next: 'inspect' },
    inspect: {
      state_name: 'inspect',
      description: 'Look at brakes and lights',
      action: {
        event_type: 'bicycle.inspect',
        response_event: 'bicycle.inspected',
        data: { desk: 'north', checks: 2 },
      },
      transitions: [{ on_event: 'bicycle.inspected', to_state: 'out' }],
    },
    out: {
      state_name: 'out',
      description: 'On the road',
      transitions: [{ on_event: 'returned', to_state: 'done' }],
    },
    done: { state_name: 'done', description: 'Back', is_terminal: true },
  },
};

/** XState v5, as its `config` is written to a file. */
export const KETTLE: Json = {
  id: 'kettle',
  initial: 'cold',
  context: { boils: 0 },
  states: {
    cold: { on: { heat: { target: 'hot', actions: ['count'] } } },
    hot: { tags: ['danger'], on: { pour: 'empty', wait: 'cold' } },
    empty: { type: 'final' },
  },
};

/** The same kind of thing as a module: it is read, never run. */
export const KETTLE_MODULE = `import { assign, setup } from 'xstate';

export const kettle = setup({
  types: { context: {} as { boils: number } },
  guards: { isTired: ({ context }) => context.boils >= 2 },
  actions: { count: assign({ boils: ({ context }) => context.boils + 1 }) },
}).createMachine({
  id: 'kettle',
  initial: 'cold',
  context: { boils: 0 },
  states: {
    cold: { on: { heat: [{ guard: 'isTired', target: 'broken' }, { target: 'hot', actions: 'count' }] } },
    hot: { on: { wait: 'cold', pour: 'empty' } },
    empty: { type: 'final' },
    broken: { type: 'final' },
  },
});
`;
