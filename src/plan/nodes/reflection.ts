import { LIMITS } from '#base';
import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { askedModelsSchema } from './llmDecision';
import { defineNodeType } from './nodeType';

/** How many rounds a REFLECTION has where nothing is said. */
export const USUAL_ROUNDS = 3;

export const reflectionParams = z.strictObject({
  goal: z.string().optional().meta({
    title: 'What it shall be',
    description: 'By this the value is criticised.',
    format: 'multiline',
  }),
  maxRounds: z.int().min(1).max(LIMITS.reflectionRounds).optional().meta({
    title: 'Most rounds',
    description: 'Each a critique and an improvement; it ends sooner when there is nothing to mend.',
    default: USUAL_ROUNDS,
  }),
  models: askedModelsSchema,
});
export const reflectionSchema = z.strictObject(nodeShape('REFLECTION', reflectionParams.optional()));

export const reflection = defineNodeType({
  type: 'REFLECTION',
  title: 'Reflection',
  summary: 'Has a model criticise a value and improve it, round by round.',
  section: 'deciding',
  effect: 'read',
  leaf: true,
  params: reflectionParams,
  ports: () => ['out', 'error'],
  initial: () => ({ params: { goal: '' }, input: '' }),
});
