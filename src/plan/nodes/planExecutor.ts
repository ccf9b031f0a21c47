import { as, variableNameSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { toolsSchema } from '../fields/nodeFields';
import { defineNodeType } from './nodeType';
import { PLAN_VARIABLE, planLimitsSchema } from './planner';

/**
 * What a PLAN_EXECUTOR re-plans by where its author says nothing else (P9). Reference 4 looks for words that signal missing
 * prerequisites or new requirements; these are such words, and each is looked for in texts without regard to upper case.
 */
export const REPLAN_DEFAULTS = {
  afterAttempts: 3,
  keywords: [
    'not found',
    'does not exist',
    'no such',
    'missing',
    'not available',
    'prerequisite',
    'must first',
    'is required',
    'new requirement',
  ],
  max: 3,
} as const;

/** When the planner of a plan in progress is asked for another (P9). Any one of the three reasons is enough. */
const replanSchema = z.strictObject({
  afterAttempts: z.int().min(1).optional().meta({
    title: 'After so many failed attempts of a step',
    description: 'A step is tried as often as its own Retry, or that of this node, says.',
    default: REPLAN_DEFAULTS.afterAttempts,
  }),
  keywords: z
    .array(as('words', z.string()))
    .optional()
    .meta({
      title: 'When a result or an error contains',
      description: `Without any: ${REPLAN_DEFAULTS.keywords.join(', ')}.`,
    }),
  viability: z.number().min(0).max(1).optional().meta({
    title: 'When a model judges the rest below (0 to 1)',
    description: 'A model is asked after each step. Empty: no model is asked.',
  }),
  max: z.int().min(0).optional().meta({ title: 'Most revisions', default: REPLAN_DEFAULTS.max }),
});

const planExecutorParams = z.strictObject({
  planVariable: as({ is: 'reads', usual: PLAN_VARIABLE }, variableNameSchema)
    .optional()
    .meta({ title: 'Runs the plan in', default: PLAN_VARIABLE }),
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
  answerTemplate: as({ is: 'template', sees: ['goal', 'result', 'steps'] }, z.string())
    .optional()
    .meta({
      title: 'Answer template',
      format: 'multiline',
      description: 'Reads {{ steps["ID"] }}, {{ result }}, {{ goal }} and variables.',
    }),
});

export const planExecutor = defineNodeType({
  type: 'PLAN_EXECUTOR',
  title: 'Plan executor',
  summary: 'Runs the plan that is now in its variable, as a nested scope.',
  icon: 'workflow',
  section: 'planning',
  effect: 'unknown',
  opensScope: () => true,
  chooses: () => 'any',
  handsDown: true,
  firstParams: ['approve', 'replan', 'tools'],
  isIdle: ({ params }, param) => param === 'answerTemplate' && params?.answer !== 'template',
  params: planExecutorParams.optional(),
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
