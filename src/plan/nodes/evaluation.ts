import type { Json } from '#base';
import { as, capabilityIdSchema, foreignSchema, idSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType, type Flaw } from './nodeType';

const evaluationParams = z.strictObject({
  evaluator: z.enum(['rule', 'schema', 'model', 'capability']).meta({
    title: 'Judged by',
    titles: { rule: 'A rule', schema: 'A JSON Schema', model: 'A model', capability: 'A capability' },
  }),
  rule: as({ is: 'cel', sees: ['value'] }, z.string())
    .optional()
    .meta({
      title: 'Rule',
      description: 'Gives a number, or true (1) or false (0). It sees the variables, and the input as value.',
    }),
  schema: foreignSchema.optional().meta({ title: 'JSON Schema', description: 'Valid is 1, else 0.' }),
  question: as('template', z.string())
    .optional()
    .meta({ title: 'What it shall be', description: 'The model scores from 0 to 1.', format: 'multiline' }),
  model: as('model', idSchema)
    .optional()
    .meta({ title: 'Model', description: 'Empty: the first of the workspace.' }),
  capability: as(
    { is: ({ beside }) => (beside.evaluator === 'capability' ? 'capability' : 'spare') },
    capabilityIdSchema,
  )
    .optional()
    .meta({ title: 'Capability', description: 'It is given the input, and gives a number or a score.' }),
  threshold: z.number().optional().meta({ title: 'Passes from', default: 0.5 }),
});

/** From which score on a value passes where nothing is said: right for true and false, and for a model's 0 to 1. */
export const USUAL_THRESHOLD = 0.5;

export const evaluation = defineNodeType({
  type: 'EVALUATION',
  title: 'Evaluation',
  summary: 'Scores a value and branches on pass or fail.',
  icon: 'gauge',
  section: 'deciding',
  effect: 'read',
  leaf: true,
  pinnable: true,
  asksModel: ({ params }) => params?.evaluator === 'model',
  asking: { prompt: ['params', 'question'], model: ['params', 'model'] },
  // What belongs to another evaluator than the one that judges.
  isIdle: ({ params: { evaluator } }, param) => {
    const own = evaluator === 'model' ? ['question', 'model'] : [evaluator];
    return param !== 'evaluator' && param !== 'threshold' && !own.includes(param);
  },
  inputTitle: 'Value to judge',
  params: evaluationParams,
  ports: () => ['pass', 'fail', 'error'],
  cardLine: ({ params }) => {
    const { evaluator, rule, question, capability: id, threshold = USUAL_THRESHOLD } = params;
    if (evaluator === 'schema') return 'fits its JSON Schema';
    const judged = { rule, model: question, capability: id }[evaluator] ?? '';
    return [judged, `from ${threshold}`].filter((part) => part !== '').join(' · ');
  },
  flaws: (node) => [...ofBasis(node), ...ofValue(node)],
  scripted: () => ({ answer: { output: { type: 'number' }, sample: 1 } }),
  initial: () => ({ params: { evaluator: 'rule', rule: 'true' } }),
});

interface Judge {
  readonly id: string;
  readonly params: z.output<typeof evaluationParams>;
  readonly input?: Json | undefined;
}

/** There is what its evaluator judges by. */
function ofBasis({ id, params }: Judge): readonly Flaw[] {
  const { evaluator } = params;
  const by = evaluator === 'model' ? 'question' : evaluator;
  const basis = params[by];
  if (basis !== undefined && (typeof basis !== 'string' || basis.trim() !== '')) return [];
  const message = `"${id}" is judged by a ${evaluator}, and has no ${by}.`;
  const help = `Give it a ${by}, or let it be judged by something else.`;
  return [{ code: 'EVALUATOR_INCOMPLETE', message, help, field: `/params/${by}` }];
}

/** There is something to judge: only a rule may look at variables alone. */
function ofValue({ id, params, input }: Judge): readonly Flaw[] {
  if (params.evaluator === 'rule' || input !== undefined) return [];
  const message = `"${id}" has nothing to judge.`;
  const help = 'Give it the value as its input, for example {{ answer }}.';
  return [{ code: 'VALUE_MISSING', message, help, field: '/input' }];
}
