import { count, LIMITS } from '#base';
import { as } from '../fields/fields';
import { z } from '../fields/inspect';
import { askedModelsSchema } from './llmDecision';
import { defineNodeType } from './nodeType';

/** How many rounds a REFLECTION has where nothing is said. */
export const USUAL_ROUNDS = 3;

const reflectionParams = z.strictObject({
  goal: as('template', z.string()).optional().meta({
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

export const reflection = defineNodeType({
  type: 'REFLECTION',
  title: 'Reflection',
  summary: 'Has a model criticise a value and improve it, round by round.',
  icon: 'pencil-ruler',
  section: 'deciding',
  effect: 'read',
  leaf: true,
  pinnable: true,
  opensScope: () => true,
  asksModel: () => true,
  asking: { prompt: ['params', 'goal'], model: ['params', 'models'] },
  inputTitle: 'Value to improve',
  params: reflectionParams.optional(),
  cardLine: ({ params }) => params?.goal || `up to ${count(params?.maxRounds ?? USUAL_ROUNDS, 'round')}`,
  flaws: ({ id, input }) => {
    if (input !== undefined) return [];
    const message = `"${id}" has nothing to improve.`;
    const help = 'Give it the value as its input, for example {{ draft }}.';
    return [{ code: 'VALUE_MISSING', message, help, field: '/input' }];
  },
  scripted: () => ({ answer: { output: null, sample: '' } }),
  initial: () => ({ params: { goal: '' }, input: '' }),
});
