import type { Json, JsonObject } from '#base';

/** The least value that fits a schema in kind: what a form begins with. */
export function sampleOf(schema: JsonObject): Json {
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return (schema.enum as readonly Json[])[0] ?? null;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inside]) => [
          name,
          sampleOf(inside as JsonObject),
        ]),
      );
    case 'array':
      return [];
    case 'string':
      return '';
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    default:
      return null;
  }
}
