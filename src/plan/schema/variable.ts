import { foreignSchema, jsonSchema, variableNameSchema } from './names';
import { z } from './zod';

/** V1: a declared variable, its JSON Schema and its side of the contract. */
export const variableSchema = z.strictObject({
  id: variableNameSchema,
  scope: z.enum(['IN', 'INTERNAL', 'OUT']),
  schema: foreignSchema.optional(),
  default: jsonSchema.optional(),
  description: z.string().optional(),
});
export type Variable = z.infer<typeof variableSchema>;
