import { isJsonObject, type Json, type JsonObject } from '#base';
import { z } from './zod';

/** A schema as it is found inside another. */
export type AnySchema = z.core.$ZodType;

/** Peels `optional`, `nullable` and `default` off a schema. */
export function peel(schema: AnySchema): AnySchema {
  let at = schema;
  while (at instanceof z.ZodOptional || at instanceof z.ZodNullable || at instanceof z.ZodDefault) {
    at = at.def.innerType;
  }
  return at;
}

/** The value that a missing field stands for, or undefined where it stands for nothing. */
export function defaultOf(schema: AnySchema): Json | undefined {
  return schema instanceof z.ZodDefault ? (schema.def.defaultValue as Json) : undefined;
}

/** The object schema that an object value is meant to satisfy: of a union the one that its discriminator names. */
export function objectSchemaFor(schema: AnySchema, value: JsonObject): z.ZodObject | null {
  const peeled = peel(schema);
  if (peeled instanceof z.ZodObject) return peeled;
  if (peeled instanceof z.ZodDiscriminatedUnion) return optionNamedBy(peeled, value);
  if (!(peeled instanceof z.ZodUnion)) return null;
  for (const option of peeled.options) if (option instanceof z.ZodObject) return option;
  return null;
}

/** The schema of what lies at a key or index of a value. */
export function schemaInside(schema: AnySchema, value: Json | undefined, key: PropertyKey): AnySchema | null {
  const peeled = peel(schema);
  if (peeled instanceof z.ZodArray) return peeled.element;
  if (peeled instanceof z.ZodRecord) return peeled.valueType;
  const object = isJsonObject(value) ? objectSchemaFor(peeled, value) : null;
  return object?.shape[String(key)] ?? null;
}

function optionNamedBy(union: z.ZodDiscriminatedUnion, value: JsonObject): z.ZodObject | null {
  const discriminator = union.def.discriminator;
  const name = value[discriminator];
  for (const option of union.options) {
    if (option instanceof z.ZodDiscriminatedUnion) {
      const inner = optionNamedBy(option, value);
      if (inner) return inner;
    }
    if (!(option instanceof z.ZodObject)) continue;
    const tag = option.shape[discriminator];
    if (tag instanceof z.ZodLiteral && tag.values.has(name as z.core.util.Literal)) return option;
  }
  return null;
}
