import { idSchema, jsonSchema, sourceSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { featureRefSchema } from '../fields/nodeFields';
import { edgeSchema, nodeSchema } from '../nodes/node';
import { stateMachinePlanSchema } from './stateMachine';
import { variableSchema } from './variable';

/** A capability plan: a graph of nodes (rules L). */
export const capabilityPlanSchema = z.strictObject({
  id: idSchema,
  kind: z.literal('capability'),
  name: z.string().max(1_000).optional(),
  description: z.string().optional(),
  /** `open` declares whatever capabilities write (V1). */
  variables: z.union([z.array(variableSchema), z.literal('open')]).default([]),
  strict: z.boolean().optional(),
  result: z.record(z.string(), jsonSchema).optional(),
  /** Features of all its nodes (L4). */
  features: z.array(featureRefSchema).optional(),
  nodes: z.array(nodeSchema),
  edges: z.array(edgeSchema).default([]),
  source: sourceSchema.optional(),
});
export type CapabilityPlan = z.infer<typeof capabilityPlanSchema>;

export const planSchema = z.discriminatedUnion('kind', [capabilityPlanSchema, stateMachinePlanSchema]);
export type Plan = z.infer<typeof planSchema>;
