import { as, idSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

/** Models of the workspace that a node asks: the next one when the first cannot be asked (P5). */
export const askedModelsSchema = z
  .array(as('model', idSchema))
  .optional()
  .meta({ title: 'Models, first choice first', description: 'Empty: those of the workspace.' });

const llmDecisionParams = z.strictObject({
  question: as('template', z.string()).meta({ title: 'Question', format: 'multiline' }),
  choices: z
    .array(
      z.strictObject({
        id: as('name', idSchema).meta({ title: 'Port' }),
        description: as('words', z.string()).optional().meta({ title: 'When to choose it' }),
      }),
    )
    .min(1)
    .meta({ title: 'Choices' }),
  models: askedModelsSchema,
});

export const llmDecision = defineNodeType({
  type: 'LLM_DECISION',
  title: 'Model decision',
  summary: 'Asks a model which way to go.',
  icon: 'signpost',
  section: 'deciding',
  effect: 'read',
  leaf: true,
  pinnable: true,
  opensScope: () => true,
  asksModel: () => true,
  asking: { prompt: ['params', 'question'], model: ['params', 'models'] },
  firstParams: ['question', 'choices', 'models'],
  inputTitle: 'What it is about',
  params: llmDecisionParams,
  ports: (node) => [...(node.params?.choices ?? []).map((choice) => choice.id), 'error'],
  cardLine: ({ params }) => params.question,
  scripted: ({ params: { choices } }) => {
    const ids = choices.map(({ id }) => id);
    return { answer: { output: { type: 'string', enum: ids }, sample: ids[0] ?? null } };
  },
  initial: () => ({
    params: { question: 'Which way?', choices: [{ id: 'yes' }, { id: 'no' }] },
  }),
});
