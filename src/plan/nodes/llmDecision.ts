import { idSchema } from '../schema/names';
import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

/** Models of the workspace that a node asks: the next one when the first cannot be asked (P5). */
export const askedModelsSchema = z
  .array(idSchema)
  .optional()
  .meta({ title: 'Models, first choice first', description: 'Empty: those of the workspace.' });

export const llmDecisionParams = z.strictObject({
  question: z.string().meta({ title: 'Question', format: 'multiline' }),
  choices: z
    .array(
      z.strictObject({
        id: idSchema.meta({ title: 'Port' }),
        description: z.string().optional().meta({ title: 'When to choose it' }),
      }),
    )
    .min(1)
    .meta({ title: 'Choices' }),
  models: askedModelsSchema,
});
export const llmDecisionSchema = z.strictObject(nodeShape('LLM_DECISION', llmDecisionParams));

export const llmDecision = defineNodeType({
  type: 'LLM_DECISION',
  title: 'Model decision',
  summary: 'Asks a model which way to go.',
  section: 'deciding',
  effect: 'read',
  leaf: true,
  params: llmDecisionParams,
  ports: (node) => [...(node.params?.choices ?? []).map((choice) => choice.id), 'error'],
  initial: () => ({
    params: { question: 'Which way?', choices: [{ id: 'yes' }, { id: 'no' }] },
  }),
});
