import { variableNameSchema } from '../fields/names';
import { nodeShape, toolsSchema } from '../fields/nodeFields';
import { roles } from '../fields/roles';
import { z } from '../fields/zod';
import { defineNodeType } from './nodeType';
import { PLAN_VARIABLE, planLimitsSchema } from './planner';
import { replanSchema } from './replan';

const planExecutorParams = z.strictObject({
  planVariable: variableNameSchema
    .optional()
    .meta({ title: 'Runs the plan in', default: PLAN_VARIABLE })
    .register(roles, { is: 'reads', usual: PLAN_VARIABLE }),
  tools: toolsSchema.optional().meta({ title: 'Tools it may use' }),
  limits: planLimitsSchema.optional().meta({ title: 'Limits' }),
  approve: z
    .enum(['never', 'always', 'whenWidened'])
    .optional()
    .meta({
      title: 'Ask before it runs',
      default: 'never',
      titles: { never: 'No', always: 'Always', whenWidened: 'When a revision wants more' },
    }),
  replan: replanSchema.optional().meta({ title: 'Re-plan' }),
  answer: z
    .enum(['none', 'template', 'model'])
    .optional()
    .meta({
      title: 'Answer',
      default: 'none',
      titles: { none: 'None of its own', template: 'From a template', model: 'Written by a model' },
    }),
  answerTemplate: z
    .string()
    .optional()
    .meta({
      title: 'Answer template',
      format: 'multiline',
      description: 'Reads {{ steps["ID"] }}, {{ result }}, {{ goal }} and variables.',
    })
    .register(roles, { is: 'template', sees: ['goal', 'result', 'steps'] }),
});

export const planExecutor = defineNodeType({
  type: 'PLAN_EXECUTOR',
  title: 'Plan executor',
  summary: 'Runs the plan that is now in its variable, as a nested scope.',
  icon: 'workflow',
  section: 'planning',
  effect: 'unknown',
  leaf: false,
  opensScope: () => true,
  chooses: () => 'any',
  handsDown: true,
  firstParams: ['approve', 'replan', 'tools'],
  isIdle: ({ params }, param) => param === 'answerTemplate' && params?.answer !== 'template',
  schema: z.strictObject(nodeShape('PLAN_EXECUTOR', planExecutorParams.optional())),
  params: planExecutorParams,
  ports: () => ['out', 'error'],
  flaws: ({ id, params }) => {
    if (params?.answer !== 'template' || params.answerTemplate) return [];
    const message = `"${id}" answers from a template, and has none.`;
    return [
      { code: 'TEMPLATE_MISSING', message, help: 'Write the template.', field: '/params/answerTemplate' },
    ];
  },
  cardLine: ({ params }) => {
    const reads = `runs ${params?.planVariable ?? PLAN_VARIABLE}`;
    return params?.approve === 'always' ? `${reads} · asks first` : reads;
  },
  initial: () => ({ params: {} }),
});
