import { as, capabilityIdSchema, idSchema, jsonSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { askedModelsSchema } from './llmDecision';
import { defineNodeType } from './nodeType';

const toolRouterParams = z.strictObject({
  by: z
    .enum(['rule', 'model'])
    .optional()
    .meta({
      title: 'Who chooses',
      default: 'rule',
      titles: { rule: 'The first condition that holds', model: 'A model' },
    }),
  question: as('template', z.string())
    .optional()
    .meta({ title: 'Question', description: 'What the model chooses for.', format: 'multiline' }),
  routes: z
    .array(
      z.strictObject({
        id: as('name', idSchema).meta({ title: 'Route' }),
        capability: capabilityIdSchema.meta({ title: 'Capability' }),
        when: as('cel', z.string()).optional().meta({ title: 'Only when', description: 'Empty: always.' }),
        description: as('words', z.string()).optional().meta({ title: 'What it is for' }),
        input: as('template', jsonSchema)
          .optional()
          .meta({ title: 'Its input', description: 'Empty: what the node is given.' }),
      }),
    )
    .min(1)
    .meta({ title: 'Routes' }),
  models: askedModelsSchema,
});

export const toolRouter = defineNodeType({
  type: 'TOOL_ROUTER',
  title: 'Tool router',
  summary: 'Calls one of its capabilities, chosen by a rule or by a model.',
  icon: 'waypoints',
  section: 'deciding',
  effect: 'unknown',
  leaf: true,
  pinnable: true,
  opensScope: ({ params }) => params?.by === 'model',
  asksModel: ({ params }) => params?.by === 'model',
  asking: { prompt: ['params', 'question'], model: ['params', 'models'] },
  firstParams: ['by', 'question', 'routes', 'models'],
  isIdle: ({ params }, param) => params.by !== 'model' && (param === 'question' || param === 'models'),
  inputTitle: 'Input of the tool',
  params: toolRouterParams,
  cardLine: ({ params: { by, routes } }) => {
    const tools = routes.map((route) => route.capability).join(' or ');
    return by === 'model' ? `a model chooses: ${tools}` : tools;
  },
  scripted: ({ params: { routes } }) => ({ answer: { of: routes[0]?.capability ?? '' } }),
  initial: () => ({
    params: { routes: [{ id: 'first', capability: 'echo', when: 'true' }] },
    input: { text: '' },
  }),
});
