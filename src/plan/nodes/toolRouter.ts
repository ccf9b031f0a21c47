import { capabilityIdSchema, idSchema, jsonSchema } from '../schema/names';
import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { askedModelsSchema } from './llmDecision';
import { defineNodeType } from './nodeType';

export const toolRouterParams = z.strictObject({
  by: z
    .enum(['rule', 'model'])
    .optional()
    .meta({
      title: 'Who chooses',
      default: 'rule',
      titles: { rule: 'The first condition that holds', model: 'A model' },
    }),
  question: z
    .string()
    .optional()
    .meta({ title: 'Question', description: 'What the model chooses for.', format: 'multiline' }),
  routes: z
    .array(
      z.strictObject({
        id: idSchema.meta({ title: 'Route' }),
        capability: capabilityIdSchema.meta({ title: 'Capability' }),
        when: z
          .string()
          .optional()
          .meta({ title: 'Only when', description: 'Empty: always.', format: 'cel' }),
        description: z.string().optional().meta({ title: 'What it is for' }),
        input: jsonSchema
          .optional()
          .meta({ title: 'Its input', description: 'Empty: what the node is given.' }),
      }),
    )
    .min(1)
    .meta({ title: 'Routes' }),
  models: askedModelsSchema,
});
export const toolRouterSchema = z.strictObject(nodeShape('TOOL_ROUTER', toolRouterParams));

export const toolRouter = defineNodeType({
  type: 'TOOL_ROUTER',
  title: 'Tool router',
  summary: 'Calls one of its capabilities, chosen by a rule or by a model.',
  section: 'deciding',
  effect: 'unknown',
  leaf: true,
  params: toolRouterParams,
  ports: () => ['out', 'error'],
  initial: () => ({
    params: { routes: [{ id: 'first', capability: 'echo', when: 'true' }] },
    input: { text: '' },
  }),
});
