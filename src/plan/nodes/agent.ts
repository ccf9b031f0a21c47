import { LIMITS } from '#base';
import { nodeShape, toolsSchema } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { askedModelsSchema } from './llmDecision';
import { defineNodeType } from './nodeType';

export const agentParams = z.strictObject({
  goal: z.string().meta({ title: 'Goal', format: 'multiline' }),
  tools: toolsSchema.optional().meta({ title: 'Tools it may use' }),
  successCriteria: z
    .string()
    .optional()
    .meta({ title: 'It has succeeded when', description: 'Judged after each action.', format: 'multiline' }),
  mode: z
    .enum(['guided', 'single'])
    .optional()
    .meta({
      title: 'How it works',
      default: 'guided',
      titles: { guided: 'Thinks and acts in turn', single: 'Calls its first tool once' },
    }),
  maxIterations: z
    .int()
    .min(1)
    .max(LIMITS.agentIterations)
    .optional()
    .meta({ title: 'Most actions', default: 10 }),
  models: askedModelsSchema,
});
export const agentSchema = z.strictObject(nodeShape('AGENT', agentParams));

export const agent = defineNodeType({
  type: 'AGENT',
  title: 'Agent',
  summary: 'Works towards a goal by thinking and acting in turn.',
  section: 'deciding',
  effect: 'unknown',
  leaf: true,
  params: agentParams,
  ports: () => ['out', 'error'],
  initial: () => ({ params: { goal: '' } }),
});
