import { capabilityIdSchema, jsonSchema } from '../fields/names';
import { z } from '../fields/zod';

/**
 * How a capability of the workspace comes to its result (W1 `capabilities[].make`): it uses one of the host, what goes in
 * and what comes out rewritten by templates over `input` and `result`; or it answers by itself, by a template over `input`.
 *
 * @example { kind: 'use', capability: 'model.generate', output: { responseText: '{{ result.text }}' } }
 * @example { kind: 'answer', value: '{{ input }}' }
 */
export const makingSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('use'),
    capability: capabilityIdSchema,
    input: jsonSchema.optional(),
    output: jsonSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('answer'), value: jsonSchema }),
]);
export type Making = z.infer<typeof makingSchema>;

/** Reads a `make`; null where this version knows no such way. */
export function makingOf(make: unknown): Making | null {
  const read = makingSchema.safeParse(make);
  return read.success ? read.data : null;
}
