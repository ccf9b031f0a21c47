import { capabilityIdSchema, idSchema, jsonSchema } from '../fields/fields';
import { z } from '../fields/inspect';

/** When a feature is asked or told: before the node's call, after it ended well or badly, or after it ended at all. */
export const featurePhaseSchema = z.enum(['pre', 'postSuccess', 'postError', 'finally']);
export type FeaturePhase = z.infer<typeof featurePhaseSchema>;

/**
 * L4: a capability that stands beside nodes. A guard is asked before a node works, and may refuse it; an observer is
 * told values, and changes nothing. Plans, containers and nodes name it by its id.
 */
export const featureSchema = z.strictObject({
  id: idSchema,
  name: z.string().optional(),
  capability: capabilityIdSchema,
  phase: featurePhaseSchema,
  kind: z.enum(['guard', 'observer']),
  /** Template over the variables and what the capability is given without one: `node`, `input`, `result`, `error`. */
  input: jsonSchema.optional(),
  /** CEL over `result`: what the guard says, where that is only a part of what its capability returns. */
  output: z.string().optional(),
});
export type Feature = z.infer<typeof featureSchema>;
