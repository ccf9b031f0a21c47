import { type Json, LIMITS } from '#base';
import {
  as,
  capabilityIdSchema,
  idSchema,
  jsonSchema,
  type Role,
  variableNameSchema,
} from '../fields/fields';
import { z } from '../fields/inspect';
import { toolsSchema } from '../fields/nodeFields';
import { USUAL_TURNS } from './agent';
import { defineNodeType } from './nodeType';

export const PLANNER_FLAVOURS = [
  'llm',
  'stream',
  'tools',
  'rules',
  'htn',
  'hybrid',
  'plan-execute',
  'state-machine',
  'capability',
] as const;

export const flavourSchema = z.enum(PLANNER_FLAVOURS).meta({
  titles: {
    llm: 'A model, one reply',
    stream: 'A model, step by step',
    tools: 'A model, by tool calls',
    rules: 'Rules, no model',
    htn: 'Task network, no model',
    hybrid: 'Rules first, then a model',
    'plan-execute': 'Plan, execute, plan again',
    'state-machine': 'A state machine',
    capability: 'A capability',
  },
});
export type PlannerFlavour = z.infer<typeof flavourSchema>;

/** Flavours that ask a model, whose reply is the plan (P2); `hybrid` asks one where its rules have none. */
export const MODEL_FLAVOURS: ReadonlySet<PlannerFlavour> = new Set([
  'llm',
  'stream',
  'tools',
  'hybrid',
  'plan-execute',
  'state-machine',
]);

/** Limits of a planner or of the plan that an executor runs (SECURITY, limits); they only shrink inwards (P8). */
export const planLimitsSchema = z.strictObject({
  maxSteps: z.int().min(1).max(10_000).optional().meta({ title: 'Most steps', default: LIMITS.planSteps }),
  maxDepth: z
    .int()
    .min(1)
    .max(20)
    .optional()
    .meta({ title: 'Deepest nesting of planners', default: LIMITS.plannerDepth }),
});
export type PlanLimits = z.infer<typeof planLimitsSchema>;

/** The variable that plans go through where nothing else is said (L1). */
export const PLAN_VARIABLE = 'dynamicPlan';

/** P2: a planner of the workspace, or the capability that plans. */
const USED: Role = { is: ({ beside }) => (beside.flavour === 'capability' ? 'asked' : 'planner') };

/** P3: who chooses among several plans. */
const rankingSchema = z.enum(['rules', 'model']).meta({
  titles: {
    rules: 'Rules: what changes least, in the fewest steps',
    model: 'A model, one more call',
  },
});
export type PlanRanking = z.infer<typeof rankingSchema>;

const plannerParams = z.strictObject({
  planner: z
    .union([flavourSchema, z.strictObject({ flavour: flavourSchema, use: as(USED, z.string().min(1)) })])
    .optional()
    .meta({ title: 'Planner' }),
  models: z.array(as('model', idSchema)).optional().meta({ title: 'Models, first choice first' }),
  prompt: z
    .union([
      as({ is: 'template', isOpen: true }, z.string()),
      z.strictObject({ prompt: as('prompt', idSchema) }),
    ])
    .optional()
    .meta({ title: 'Prompt' }),
  goal: as('template', z.string()).optional().meta({ title: 'Goal', format: 'multiline' }),
  candidates: z.int().min(1).max(5).optional().meta({
    title: 'Plans to choose from',
    description: 'Each is a call of its own.',
    default: 1,
  }),
  ranking: rankingSchema.optional().meta({ title: 'Who chooses among them', default: 'rules' }),
  modelOrder: z
    .enum(['reliability', 'author'])
    .optional()
    .meta({
      title: 'Which model is asked first',
      default: 'reliability',
      titles: {
        reliability: 'The one whose plans were accepted most often',
        author: 'The first of the list',
      },
    }),
  messages: as('template', jsonSchema).optional().meta({
    title: 'Messages',
    description:
      'A list of {role, content}, such as {{ messages }}. The last of the user is the goal where there is none.',
  }),
  files: z
    .array(as('template', jsonSchema))
    .optional()
    .meta({ title: 'Files', description: 'Named in the prompt and handed to tools that take files.' }),
  mode: z
    .enum(['guided', 'single'])
    .optional()
    .meta({
      title: 'How a step works',
      default: 'guided',
      titles: { guided: 'An agent works towards its goal', single: 'Its first tool is called once' },
    }),
  maxIterations: z
    .int()
    .min(1)
    .max(LIMITS.agentIterations)
    .optional()
    .meta({ title: 'Most turns of a step', default: USUAL_TURNS }),
  memory: z.record(z.string(), as('data', jsonSchema)).optional().meta({ title: 'Memory' }),
  tools: toolsSchema.optional().meta({ title: 'Tools it may use' }),
  limits: planLimitsSchema.optional().meta({ title: 'Limits' }),
  repairRetries: z.int().min(0).max(5).optional().meta({ title: 'Repairs per model', default: 1 }),
  modelRetries: z.int().min(0).max(5).optional().meta({ title: 'Other models to try', default: 2 }),
  planVariable: as({ is: 'declares', usual: PLAN_VARIABLE }, variableNameSchema)
    .optional()
    .meta({ title: 'Writes the plan to', default: PLAN_VARIABLE }),
  changes: as('reads', variableNameSchema).optional().meta({
    title: 'Changes the plan in',
    description: 'The goal says what shall be different. Without one there it plans anew.',
  }),
  planInputVariable: as('reads', variableNameSchema)
    .optional()
    .meta({ title: 'Reads the plan text from', description: 'Then nobody is asked.' }),
  resultVariable: as('declares', variableNameSchema).optional().meta({ title: 'Writes the raw reply to' }),
  parser: as('parser', z.string())
    .optional()
    .meta({ title: 'Parser', description: 'Makes the plan of the raw reply.' }),
  subtreeCreator: as('asked', capabilityIdSchema).optional().meta({
    title: 'Subtree creator',
    description:
      'A capability in the place of a parser: given {planText}, it gives {variablesToInject, steps}.',
  }),
  execute: z
    .enum(['separate', 'inline'])
    .optional()
    .meta({
      title: 'Who runs the plan',
      default: 'separate',
      titles: { separate: 'A plan executor', inline: 'This node itself' },
    }),
});

export const planner = defineNodeType({
  type: 'PLANNER',
  title: 'Planner',
  summary: 'Asks for a plan and writes it to a variable; does not run it.',
  icon: 'wand-sparkles',
  section: 'planning',
  effect: 'read',
  leaf: true,
  pinnable: true,
  // Its own calls for a plan say so themselves; steps that are agents (P14) and a choice among plans (P3) are calls like any other.
  asksModel: (node) => makesAgents(node) || node.params?.ranking === 'model',
  isIdle: (node, param) =>
    (OF_GOALS.has(param) && plannerNamed(node) !== 'plan-execute') ||
    (param === 'ranking' && (node.params?.candidates ?? 1) === 1),
  chooses: () => 'any',
  asking: { prompt: ['params', 'prompt'], model: ['params', 'models'] },
  firstParams: ['goal', 'planner', 'tools', 'models'],
  params: plannerParams.optional(),
  cardLine: (node, around) => node.params?.goal || flavourOf(node, around.hasModels()),
  scripted: () => ({ answer: { output: null, sample: SAMPLE_PLAN } }),
  initial: () => ({ params: { planner: 'htn', goal: '' } }),
});

/** Parameters of planners whose steps are goals. */
const OF_GOALS: ReadonlySet<string> = new Set(['messages', 'files', 'mode', 'maxIterations']);

/** P14: whether the steps of its plans are agents, which ask a model themselves. */
export function makesAgents(node: PlannerLike): boolean {
  return plannerNamed(node) === 'plan-execute' && node.params?.mode !== 'single';
}

/** A plan of one step, which every planner may propose unless its tools are limited. */
const SAMPLE_PLAN: Json = {
  steps: [{ id: 'step-1', toolId: 'text.say', input: { text: 'Hello.' } }],
};

/**
 * P2: the flavour that a PLANNER names; where it names none, a model plans if there is one.
 *
 * @param hasModels whether the workspace has a model
 */
export function flavourOf(node: PlannerLike, hasModels: boolean): PlannerFlavour {
  return plannerNamed(node) ?? (hasModels ? 'llm' : 'rules');
}

interface PlannerLike {
  readonly params?: z.output<typeof plannerParams> | undefined;
}

function plannerNamed({ params }: PlannerLike): PlannerFlavour | undefined {
  const named = params?.planner;
  return typeof named === 'object' ? named.flavour : named;
}

/** The kind of planner document that a flavour uses (P12); null where it uses none. */
export function plannerKindOf(flavour: PlannerFlavour): 'rules' | 'htn' | null {
  if (flavour === 'htn') return 'htn';
  return flavour === 'rules' || flavour === 'hybrid' ? 'rules' : null;
}
