import type { JsonObject } from '#base';
import type { CapabilityDescriptor, Catalogue } from '#plan';

/** A catalogue for tests: ids of capabilities that take anything, or descriptors. */
export function catalogue(
  ...entries: readonly (string | (Partial<CapabilityDescriptor> & { id: string }))[]
): Catalogue {
  return new Map(
    entries.map((entry) => {
      const given = typeof entry === 'string' ? { id: entry } : entry;
      return [given.id, { description: '', input: {}, output: {}, effect: 'pure', ...given }];
    }),
  );
}

/** An input schema with these properties, of which some are required, and no others. */
export function takes(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}
