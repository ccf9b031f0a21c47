import { isJsonObject, type Json, type JsonObject, own } from '#base';

/** Keywords that OpenAI's strict mode takes; anything else makes it refuse the whole request. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'anyOf', 'enum', 'const'],
  ...['$ref', '$defs', 'title', 'description', 'pattern', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);
const MOST_LEVELS = 10;
const MOST_PROPERTIES = 5_000;

/**
 * Whether a schema lies within OpenAI's strict subset: an object at the top, objects closed and with every property
 * required, and no keyword beside those that it knows. Others are sent without `strict`, so that they still guide.
 */
export function isStrictSchema(schema: JsonObject): boolean {
  const left = { properties: MOST_PROPERTIES };
  return (
    own(schema, 'type') === 'object' &&
    own(schema, 'anyOf') === undefined &&
    isSafe(schema, MOST_LEVELS, left)
  );
}

function isSafe(schema: Json | undefined, levels: number, left: { properties: number }): boolean {
  if (!isJsonObject(schema) || levels < 0 || Object.keys(schema).some((key) => !TAKEN.has(key))) return false;
  const { $ref, $defs, anyOf, items } = schema;
  if ($ref !== undefined && !(typeof $ref === 'string' && $ref.startsWith('#'))) return false;
  const inner: readonly (Json | undefined)[] = [
    ...(items === undefined ? [] : [items]),
    ...(Array.isArray(anyOf) ? anyOf : anyOf === undefined ? [] : [undefined]),
    ...(isJsonObject($defs) ? Object.values($defs) : []),
  ];
  if (!isClosed(schema)) return false;
  const properties = isJsonObject(schema.properties) ? Object.values(schema.properties) : [];
  left.properties -= properties.length;
  return left.properties >= 0 && [...inner, ...properties].every((one) => isSafe(one, levels - 1, left));
}

function isClosed({ type, properties, required, additionalProperties }: JsonObject): boolean {
  const isObject =
    type === 'object' || (Array.isArray(type) && type.includes('object')) || properties !== undefined;
  if (!isObject) return true;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  return (
    additionalProperties === false &&
    Array.isArray(required) &&
    names.every((name) => required.includes(name))
  );
}
