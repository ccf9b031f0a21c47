import type { JsonObject } from '#base';
import { capabilityIdSchema, effectSchema, foreignSchema } from '../fields/fields';
import { z } from '../fields/inspect';

/** Whether a variable of this schema may hold the rows of a table: it asks for a list, or for nothing in particular. */
export function takesRows({ type }: JsonObject = {}): boolean {
  return type === undefined || type === 'array' || (Array.isArray(type) && type.includes('array'));
}

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
  /** Name of a lucide icon; those that are drawn stand in `#picture`. */
  icon: z.string().optional(),
  tags: z.array(z.string()).optional(),
});
export type CapabilityDescriptor = z.infer<typeof capabilityDescriptorSchema>;

/**
 * P16: whether a capability reads or writes what a person's session holds. A planner that names no tools does not have it: plans of
 * somebody else would write into a memory that outlives them.
 */
export function isOfSession({ tags }: CapabilityDescriptor): boolean {
  return tags?.includes('session') === true;
}

/**
 * P4: what a step of type `message` calls. It is part of what a plan can say, like an end, and so it is allowed to every
 * proposed plan, whatever the tools of its planner are; it says a text and does nothing else.
 */
export const MESSAGE_CAPABILITY: CapabilityDescriptor = {
  id: 'text.say',
  description: 'Says a text to the person who asked.',
  input: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  },
  output: { type: 'object', properties: { text: { type: 'string' } } },
  effect: 'pure',
};

/** What `planloom plan --catalogue` reads: an array of descriptors. */
export const catalogueSchema = z.array(capabilityDescriptorSchema);

/** The capabilities that a plan, or a planner, may name. */
export type Catalogue = ReadonlyMap<string, CapabilityDescriptor>;

/** The same with what a message needs. */
export function withMessages(catalogue: Catalogue): Catalogue {
  const { id } = MESSAGE_CAPABILITY;
  return catalogue.has(id) ? catalogue : new Map([...catalogue, [id, MESSAGE_CAPABILITY]]);
}
