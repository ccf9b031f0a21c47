import { effectSchema } from './effect';
import { capabilityIdSchema, foreignSchema } from './names';
import { z } from './zod';

/**
 * What is known of a capability without running it (A1): the same entry feeds palette, inspector form,
 * planner prompt and validation. `input` and `output` are JSON Schemas.
 */
export const capabilityDescriptorSchema = z.strictObject({
  id: capabilityIdSchema,
  title: z.string().optional(),
  description: z.string().default(''),
  input: foreignSchema.default({}),
  output: foreignSchema.default({}),
  effect: effectSchema.default('unknown'),
  /** Calling it again with the same idempotency key is harmless (K6). */
  idempotent: z.boolean().optional(),
  /** Name of a lucide icon. */
  icon: z.string().optional(),
  tags: z.array(z.string()).optional(),
});
export type CapabilityDescriptor = z.infer<typeof capabilityDescriptorSchema>;

/** What `planloom plan --catalogue` reads: an array of descriptors. */
export const catalogueSchema = z.array(capabilityDescriptorSchema);

/** The capabilities that a plan, or a planner, may name. */
export type Catalogue = ReadonlyMap<string, CapabilityDescriptor>;
