import { capabilityIdSchema, idSchema, jsonSchema, sourceSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { capabilityDescriptorSchema } from './capabilityDescriptor';
import { documentSchema } from './document';
import { featureSchema } from './feature';
import { parserSchema } from './parser';
import { planSchema } from './plan';

export const FORMAT = 'planloom/workspace';
export const VERSION = 1;

/** A versioned prompt document (P3, P13). */
export const promptSchema = z.strictObject({
  id: idSchema,
  name: z.string().optional(),
  version: z.int().min(1).default(1),
  text: z.string(),
});
export type Prompt = z.infer<typeof promptSchema>;

/**
 * What a model costs: micro-units (millionths of the currency's unit) for a million tokens, and of which day that is
 * (K10). A model of one's own costs 0; one without a price is asked about where money is bounded.
 */
const priceSchema = z.strictObject({
  input: z.int().min(0),
  output: z.int().min(0),
  currency: z.string().regex(/^[A-Z]{3}$/),
  date: z.iso.date(),
});

/** A model as a workspace names it: which connection answers, and what it can do (A4). */
export const modelSpecSchema = z.strictObject({
  id: idSchema,
  name: z.string().optional(),
  connection: idSchema,
  model: z.string().min(1),
  temperature: z.number().min(0).max(2).optional(),
  maxOutputTokens: z.int().min(1).optional(),
  structuredOutput: z.boolean().optional(),
  price: priceSchema.optional(),
});
export type ModelSpec = z.infer<typeof modelSpecSchema>;

/** W7: the kinds that documents may name. Which of them can be called is the business of the rooms that do. */
const CONNECTION_KINDS = ['openai-compatible', 'anthropic', 'google', 'openrouter', 'http', 'mcp'] as const;

/**
 * A connection is a name that a plan may use. The address and the key belong to the reader's own vault (T2);
 * `suggestedUrl` is shown as a suggestion and never receives a key by itself (case A2).
 */
export const connectionSchema = z.strictObject({
  id: idSchema,
  name: z.string().optional(),
  kind: z.enum(CONNECTION_KINDS).default('openai-compatible'),
  suggestedUrl: z.string().optional(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** P12: planners are data. */
const stepTemplateSchema = z.strictObject({
  id: idSchema.optional(),
  capability: capabilityIdSchema,
  name: z.string().optional(),
  input: jsonSchema.optional(),
  output: z.record(z.string(), z.string()).optional(),
});

export const rulesPlannerSchema = z.strictObject({
  id: idSchema,
  kind: z.literal('rules'),
  name: z.string().optional(),
  rules: z.array(z.strictObject({ id: idSchema, when: z.string(), steps: z.array(stepTemplateSchema) })),
});
export type RulesPlanner = z.infer<typeof rulesPlannerSchema>;

export const htnPlannerSchema = z.strictObject({
  id: idSchema,
  kind: z.literal('htn'),
  name: z.string().optional(),
  /** Names of compound tasks; the first is the one that a goal starts with. */
  tasks: z.array(idSchema),
  methods: z.array(
    z.strictObject({
      id: idSchema,
      task: idSchema,
      when: z.string().optional(),
      subtasks: z.array(idSchema),
      description: z.string().optional(),
    }),
  ),
  operators: z.array(
    z.strictObject({
      id: idSchema,
      capability: capabilityIdSchema,
      name: z.string().optional(),
      when: z.string().optional(),
      input: jsonSchema.optional(),
      output: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
export type HtnPlanner = z.infer<typeof htnPlannerSchema>;

export const plannerDocumentSchema = z.discriminatedUnion('kind', [rulesPlannerSchema, htnPlannerSchema]);
export type PlannerDocument = z.infer<typeof plannerDocumentSchema>;

/** P13: first match wins. */
export const policySchema = z.strictObject({
  id: idSchema.optional(),
  when: z
    .strictObject({
      capability: z.string().optional(),
      effect: z.string().optional(),
      host: z.string().optional(),
      argument: z.string().optional(),
    })
    .optional(),
  // biome-ignore lint/suspicious/noThenProperty: `then` is the word of the format (P13); a policy is never awaited.
  then: z.enum(['allow', 'ask', 'deny']).optional(),
  dynamicPlans: z.enum(['on', 'off']).optional(),
  planSafety: z.boolean().optional(),
});
export type Policy = z.infer<typeof policySchema>;

/** Where a node is drawn, apart from what it means (W4). Units are canvas pixels at zoom 1. */
export const placeSchema = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number().min(1).optional(),
  height: z.number().min(1).optional(),
  collapsed: z.boolean().optional(),
  color: z.enum(['paper', 'yellow', 'green', 'blue', 'violet', 'red']).optional(),
  /**
   * Of a state: how far from the middle of its line the label of a transition was moved, by path (`/on/0`); of one of
   * the machine itself that leads to it by `machine/on/0`.
   */
  labels: z.record(z.string(), z.strictObject({ x: z.number(), y: z.number() })).optional(),
});
export type Place = z.infer<typeof placeSchema>;

const openRecord = z.record(z.string(), jsonSchema);

/**
 * P16: how a session is called. What it holds lies beside its runs and in no document; other keys of such an entry are kept as they
 * are, as the first documents have them.
 */
const sessionEntrySchema = z
  .object({ id: z.string().min(1), name: z.string().max(1_000).optional() })
  .catchall(jsonSchema);

/** W1: the workspace document. */
export const workspaceSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  id: idSchema,
  name: z.string().max(1_000).default(''),
  plans: z.array(planSchema),
  prompts: z.array(promptSchema).default([]),
  /** User-made capabilities; which kinds there are is the room `capabilities`' to say. */
  capabilities: z
    .array(z.strictObject({ ...capabilityDescriptorSchema.shape, make: openRecord.optional() }))
    .default([]),
  models: z.array(modelSpecSchema).default([]),
  connections: z.array(connectionSchema).default([]),
  policies: z.array(policySchema).default([]),
  planners: z.array(plannerDocumentSchema).default([]),
  parsers: z.array(parserSchema).default([]),
  features: z.array(featureSchema).default([]),
  documents: z.array(documentSchema).default([]),
  sessions: z.array(sessionEntrySchema).default([]),
  layout: z.record(idSchema, z.record(idSchema, placeSchema)).default({}),
  source: sourceSchema.optional(),
});
export type Workspace = z.infer<typeof workspaceSchema>;
