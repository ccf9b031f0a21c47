import { capabilityIdSchema, foreignSchema, idSchema } from '../schema/names';
import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const evaluationParams = z.strictObject({
  evaluator: z.enum(['rule', 'schema', 'model', 'capability']).meta({
    title: 'Judged by',
    titles: { rule: 'A rule', schema: 'A JSON Schema', model: 'A model', capability: 'A capability' },
  }),
  rule: z.string().optional().meta({
    title: 'Rule',
    description: 'Gives a number, or true (1) or false (0). It sees the variables, and the input as value.',
    format: 'cel',
  }),
  schema: foreignSchema.optional().meta({ title: 'JSON Schema', description: 'Valid is 1, else 0.' }),
  question: z
    .string()
    .optional()
    .meta({ title: 'What it shall be', description: 'The model scores from 0 to 1.', format: 'multiline' }),
  model: idSchema.optional().meta({ title: 'Model', description: 'Empty: the first of the workspace.' }),
  capability: capabilityIdSchema
    .optional()
    .meta({ title: 'Capability', description: 'It is given the input, and gives a number or a score.' }),
  threshold: z.number().optional().meta({ title: 'Passes from', default: 0.5 }),
});
export const evaluationSchema = z.strictObject(nodeShape('EVALUATION', evaluationParams));

/** From which score on a value passes where nothing is said: right for true and false, and for a model's 0 to 1. */
export const USUAL_THRESHOLD = 0.5;

export const evaluation = defineNodeType({
  type: 'EVALUATION',
  title: 'Evaluation',
  summary: 'Scores a value and goes on by whether it passes.',
  section: 'deciding',
  effect: 'read',
  leaf: true,
  params: evaluationParams,
  ports: () => ['pass', 'fail', 'error'],
  initial: () => ({ params: { evaluator: 'rule', rule: 'true' } }),
});
