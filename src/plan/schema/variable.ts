import { as, foreignSchema, jsonSchema, variableNameSchema } from '../fields/fields';
import { z } from '../fields/inspect';

/** V1: a declared variable, its JSON Schema and its side of the contract. */
export const variableSchema = z.strictObject({
  id: as('name', variableNameSchema),
  scope: z.enum(['IN', 'INTERNAL', 'OUT']),
  schema: foreignSchema.optional(),
  default: as('data', jsonSchema).optional(),
  description: as('words', z.string()).optional(),
});
export type Variable = z.infer<typeof variableSchema>;
