import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject, remembered } from '#base';

/** A schema as it is found inside another. */
export type AnySchema = z.core.$ZodType;

/** An object schema from the outside: its keys in order. */
type Fields = ReadonlyMap<string, AnySchema>;

/** What a schema is made of, as far as walks over documents ask. */
type Shape =
  | { readonly kind: 'object'; readonly fields: Fields }
  | { readonly kind: 'items'; readonly item: AnySchema }
  | {
      readonly kind: 'choice';
      readonly discriminator: string;
      readonly options: ReadonlyMap<unknown, Fields>;
    }
  | { readonly kind: 'other' };

/** Asked for at every value of a document: `instanceof` of zod's classes costs 50 times as much as a look here. */
const shapes = new WeakMap<AnySchema, Shape>();

/** The value that a missing field stands for, or undefined where it stands for nothing. */
export function defaultOf(schema: AnySchema): Json | undefined {
  return schema._zod.def.type === 'default' && schema instanceof z.ZodDefault
    ? (schema.def.defaultValue as Json)
    : undefined;
}

/** The fields of the object schema that a value is meant to satisfy: of a union that which its discriminator names. */
export function fieldsFor(schema: AnySchema, value: JsonObject): Fields | null {
  const shape = shapeOf(schema);
  if (shape.kind === 'object') return shape.fields;
  return shape.kind === 'choice' ? (shape.options.get(value[shape.discriminator]) ?? null) : null;
}

/** The schema of what lies at a key or index of a value. */
export function schemaInside(schema: AnySchema, value: Json | undefined, key: PropertyKey): AnySchema | null {
  const shape = shapeOf(schema);
  if (shape.kind === 'items') return shape.item;
  const fields = isJsonObject(value) ? fieldsFor(schema, value) : null;
  return fields?.get(String(key)) ?? null;
}

function shapeOf(schema: AnySchema): Shape {
  return remembered(shapes, schema, (one) => shapeOfPeeled(peel(one)));
}

/** Peels `optional`, `nullable` and `default` off a schema. */
function peel(schema: AnySchema): AnySchema {
  let at = schema;
  while (at instanceof z.ZodOptional || at instanceof z.ZodNullable || at instanceof z.ZodDefault) {
    at = at.def.innerType;
  }
  return at;
}

function shapeOfPeeled(schema: AnySchema): Shape {
  if (schema instanceof z.ZodObject)
    return isOpen(schema) ? { kind: 'other' } : { kind: 'object', fields: fieldsOf(schema) };
  if (schema instanceof z.ZodArray) return { kind: 'items', item: schema.element };
  if (schema instanceof z.ZodRecord) return { kind: 'items', item: schema.valueType };
  if (schema instanceof z.ZodDiscriminatedUnion) {
    return { kind: 'choice', discriminator: schema.def.discriminator, options: new Map(optionsOf(schema)) };
  }
  const objects =
    schema instanceof z.ZodUnion ? schema.options.filter((option) => option instanceof z.ZodObject) : [];
  return objects.length > 0 ? { kind: 'object', fields: fieldsOfAll(objects) } : { kind: 'other' };
}

/** Whether keys besides its own are kept as they are: then no list of fields says what it holds. */
function isOpen({ def }: z.ZodObject): boolean {
  return def.catchall !== undefined && !(def.catchall instanceof z.ZodNever);
}

/** Fields of the same name are the same in all objects of a union that no discriminator tells apart. */
function fieldsOfAll(objects: readonly z.ZodObject[]): Fields {
  return new Map(objects.flatMap((object) => [...fieldsOf(object)]));
}

function fieldsOf(schema: z.ZodObject): Fields {
  return new Map(Object.entries(schema.shape));
}

/** What each value of the discriminator stands for; a union of unions is one choice. */
function* optionsOf(union: z.ZodDiscriminatedUnion): Generator<readonly [unknown, Fields]> {
  for (const option of union.options) {
    if (option instanceof z.ZodDiscriminatedUnion) yield* optionsOf(option);
    if (!(option instanceof z.ZodObject)) continue;
    const tag = option.shape[union.def.discriminator];
    if (tag instanceof z.ZodLiteral) for (const value of tag.values) yield [value, fieldsOf(option)];
  }
}

// zod probes `new Function` once unless told not to, and every load would file a violation of the CSP (T3).
z.config({ jitless: true });

export { z };
