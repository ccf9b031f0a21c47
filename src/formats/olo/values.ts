import { isJsonObject, type Json, type JsonObject, own } from '#base';
import { isReservedName } from '#plan';

/** Their value types, and the JSON Schemas that they become; JSON says nothing and becomes none. */
const TYPES: Readonly<Record<string, string>> = {
  STRING: 'string',
  NUMBER: 'number',
  BOOLEAN: 'boolean',
  ARRAY: 'array',
  OBJECT: 'object',
};

/**
 * The schema of a value of their type; undefined where anything goes.
 *
 * @param orNull whether nothing is a value too: an input that is not required
 */
export function schemaOf(type: string | undefined, orNull = false): JsonObject | undefined {
  const name = type === undefined ? undefined : own(TYPES, type);
  if (name === undefined) return undefined;
  return { type: orNull ? [name, 'null'] : name };
}

/** Their type for a schema of ours; JSON where they have no other word. */
export function typeOf(schema: JsonObject | undefined): string {
  const type = schema?.type;
  const name = Array.isArray(type) ? (type as readonly Json[]).find((one) => one !== 'null') : type;
  if (name === 'integer') return 'NUMBER';
  return Object.keys(TYPES).find((key) => TYPES[key] === name) ?? 'JSON';
}

/** Whether their word is one of their own, so that no other has to be kept. */
export function isTheirType(type: string): boolean {
  return type === 'JSON' || Object.hasOwn(TYPES, type);
}

/** Writes a text into a template so that it is nothing but text (V3: what stands in a hole is CEL). */
export function literalText(text: string): string {
  return text.includes('{{') || text.includes('}}') ? `{{ ${JSON.stringify(text)} }}` : text;
}

/** The same for every text of a value, keys left as they are. */
export function literalJson(value: Json): Json {
  if (typeof value === 'string') return literalText(value);
  if (Array.isArray(value)) return value.map(literalJson);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, literalJson(item)]));
}

/** The text that a template stands for when it is nothing but text; undefined where it reads something. */
export function textOfLiteral(template: string): string | undefined {
  if (!template.includes('{{')) return template;
  const hole = /^\{\{ ("(?:[^"\\]|\\.)*") \}\}$/s.exec(template)?.[1];
  if (hole === undefined) return undefined;
  try {
    const text: unknown = JSON.parse(hole);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The value that stands in a template of JSON; undefined where some text of it reads something. */
export function valueOfLiteral(template: Json): Json | undefined {
  if (typeof template === 'string') return textOfLiteral(template);
  if (Array.isArray(template)) return allOf((template as readonly Json[]).map(valueOfLiteral));
  if (!isJsonObject(template)) return template;
  const entries = Object.entries(template).map(([key, item]) => [key, valueOfLiteral(item)] as const);
  if (entries.some(([, item]) => item === undefined)) return undefined;
  return Object.fromEntries(entries.map(([key, item]) => [key, item ?? null]));
}

function allOf(items: readonly (Json | undefined)[]): Json | undefined {
  return items.includes(undefined) ? undefined : items.map((item) => item ?? null);
}

/** A member of `result` as CEL reads it. */
export function memberOf(root: string, key: string): string {
  const isPlain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !isReservedName(key);
  return isPlain ? `${root}.${key}` : `${root}[${JSON.stringify(key)}]`;
}

/** The key that an expression of `memberOf` names; undefined for any other expression. */
export function keyOfMember(root: string, expression: string): string | undefined {
  const dotted = /^([A-Za-z_]\w*)\.([A-Za-z_]\w*)$/.exec(expression);
  if (dotted && dotted[1] === root) return dotted[2];
  if (!expression.startsWith(`${root}[`) || !expression.endsWith(']')) return undefined;
  return textOfLiteral(`{{ ${expression.slice(root.length + 1, -1)} }}`);
}
