import type { JsonObject } from '#base';
import { as, idSchema, jsonSchema, sourceSchema, type Variable, variableSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { featureRefSchema } from '../fields/nodeFields';
import { edgeSchema, nodeSchema } from '../nodes/node';
import { stateMachinePlanSchema } from './stateMachine';

/** A capability plan: a graph of nodes (rules L). */
export const capabilityPlanSchema = z.strictObject({
  id: idSchema,
  kind: z.literal('capability'),
  name: z.string().max(1_000).optional(),
  description: z.string().optional(),
  /** `open` declares whatever capabilities write (V1). */
  variables: z.union([z.array(variableSchema), z.literal('open')]).default([]),
  strict: z.boolean().optional(),
  result: z.record(z.string(), as('template', jsonSchema)).optional(),
  /** Features of all its nodes (L4). */
  features: z.array(featureRefSchema).optional(),
  nodes: z.array(nodeSchema),
  edges: z.array(edgeSchema).default([]),
  source: sourceSchema.optional(),
});
export type CapabilityPlan = z.infer<typeof capabilityPlanSchema>;

export const planSchema = z.discriminatedUnion('kind', [capabilityPlanSchema, stateMachinePlanSchema]);
export type Plan = z.infer<typeof planSchema>;

type Variables = CapabilityPlan['variables'] | undefined;

/** The inputs of a plan as the schema of a form (V1, E5). */
export function inputSchema(variables: Variables): JsonObject {
  const inputs = inputsOf(variables);
  return {
    type: 'object',
    properties: Object.fromEntries(
      inputs.map(({ id, schema, description }) => [
        id,
        description === undefined ? (schema ?? {}) : { description, ...schema },
      ]),
    ),
    required: inputs.filter((variable) => variable.default === undefined).map(({ id }) => id),
  };
}

/** What the inputs are where nothing is said. */
export function inputDefaults(variables: Variables): JsonObject {
  const entries = inputsOf(variables).flatMap(({ id, default: value }) =>
    value === undefined ? [] : [[id, value] as const],
  );
  return Object.fromEntries(entries);
}

function inputsOf(variables: Variables): readonly Variable[] {
  return Array.isArray(variables) ? variables.filter(({ scope }) => scope === 'IN') : [];
}
