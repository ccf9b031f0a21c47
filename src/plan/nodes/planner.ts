import { LIMITS } from '#base';
import { capabilityIdSchema, idSchema, jsonSchema, variableNameSchema } from '../schema/names';
import { nodeShape, toolsSchema } from '../schema/nodeFields';
import { z } from '../schema/zod';
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

/** Flavours that ask a model, whose reply is the plan (P2). */
export const MODEL_FLAVOURS: ReadonlySet<PlannerFlavour> = new Set(['llm', 'stream', 'state-machine']);

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

export const plannerParams = z.strictObject({
  planner: z
    .union([flavourSchema, z.strictObject({ flavour: flavourSchema, use: z.string().min(1) })])
    .optional()
    .meta({ title: 'Planner' }),
  models: z.array(idSchema).optional().meta({ title: 'Models, first choice first' }),
  prompt: z
    .union([z.string(), z.strictObject({ prompt: idSchema })])
    .optional()
    .meta({ title: 'Prompt' }),
  goal: z.string().optional().meta({ title: 'Goal', format: 'multiline' }),
  memory: z.record(z.string(), jsonSchema).optional().meta({ title: 'Memory' }),
  tools: toolsSchema.optional().meta({ title: 'Tools it may use' }),
  limits: planLimitsSchema.optional().meta({ title: 'Limits' }),
  repairRetries: z.int().min(0).max(5).optional().meta({ title: 'Repairs per model', default: 1 }),
  modelRetries: z.int().min(0).max(5).optional().meta({ title: 'Other models to try', default: 2 }),
  planVariable: variableNameSchema.optional().meta({ title: 'Writes the plan to', default: 'dynamicPlan' }),
  planInputVariable: variableNameSchema
    .optional()
    .meta({ title: 'Reads the plan text from', description: 'Then nobody is asked.' }),
  resultVariable: variableNameSchema.optional().meta({ title: 'Writes the raw reply to' }),
  parser: z.string().optional().meta({ title: 'Parser', description: 'Makes the plan of the raw reply.' }),
  subtreeCreator: capabilityIdSchema.optional().meta({
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
export const plannerSchema = z.strictObject(nodeShape('PLANNER', plannerParams.optional()));

export const planner = defineNodeType({
  type: 'PLANNER',
  title: 'Planner',
  summary: 'Asks for a plan and writes it to a variable; does not run it.',
  section: 'planning',
  effect: 'read',
  leaf: true,
  params: plannerParams,
  ports: () => ['out', 'error'],
  initial: () => ({ params: { planner: 'htn', goal: '' } }),
});
