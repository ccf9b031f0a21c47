import type { Json, JsonObject } from '#base';
import { keyRoles, type Role, roles } from '../../src/plan/fields/fields';
import { z } from '../../src/plan/fields/inspect';

type Schema = z.core.$ZodType;

/** A place of a schema that has a role, and the least value that has something there. */
export interface Leaf {
  readonly path: string;
  readonly role: Role;
  put(text: string): Json;
}

/** Every place of an object schema that has a role, each with what must stand beside it. */
export function* leavesOf(schema: z.ZodObject, path = ''): Generator<Leaf> {
  for (const [key, field] of Object.entries(schema.shape)) {
    for (const leaf of leaves(field, `${path}/${key}`))
      yield { ...leaf, put: (text) => ({ ...required(schema), [key]: leaf.put(text) }) };
  }
}

function* leaves(schema: Schema, path: string): Generator<Leaf> {
  const role = roles.get(schema);
  if (role !== undefined) yield { path, role, put: (text) => text };
  else if (isWrapped(schema)) yield* leaves(schema.def.innerType, path);
  else if (schema instanceof z.ZodObject) yield* leavesOf(schema, path);
  else if (schema instanceof z.ZodArray) {
    for (const leaf of leaves(schema.element, `${path}/0`))
      yield { ...leaf, put: (text) => [leaf.put(text)] };
  } else if (schema instanceof z.ZodRecord) yield* leavesOfRecord(schema, path);
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* leaves(option, path);
}

function* leavesOfRecord(schema: z.ZodRecord, path: string): Generator<Leaf> {
  const keys = keyRoles.get(schema);
  if (keys !== undefined)
    yield { path: `${path}/*`, role: keys, put: (text) => ({ [text]: sample(schema.valueType) }) };
  for (const leaf of leaves(schema.valueType, `${path}/written`))
    yield { ...leaf, put: (text) => ({ written: leaf.put(text) }) };
}

/** Places that hold a text or any JSON, and have no role. */
export function untold(schema: Schema, path: string): readonly string[] {
  if (roles.get(schema) !== undefined) return [];
  if (isWrapped(schema)) return untold(schema.def.innerType, path);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => untold(field, `${path}/${key}`));
  if (schema instanceof z.ZodArray) return untold(schema.element, `${path}/0`);
  if (schema instanceof z.ZodRecord) return untold(schema.valueType, `${path}/*`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => untold(option, path));
  return SAYS_NOTHING.some((type) => schema instanceof type) ? [] : [path];
}

const SAYS_NOTHING = [z.ZodLiteral, z.ZodEnum, z.ZodNumber, z.ZodBoolean] as const;

function isWrapped(schema: Schema): schema is z.ZodOptional | z.ZodNullable | z.ZodDefault {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
}

function required(schema: z.ZodObject): JsonObject {
  const needed = Object.entries(schema.shape).filter(
    ([, field]) => !(field instanceof z.ZodOptional || field instanceof z.ZodDefault),
  );
  return Object.fromEntries(needed.map(([key, field]) => [key, sample(field)]));
}

/** The least value that a schema takes. */
function sample(schema: Schema): Json {
  const role = roles.get(schema);
  if (role?.is === 'inside') return { nodes: [], edges: [] };
  if (role !== undefined) return typeof role.is === 'string' ? (SAMPLES[role.is] ?? 'x') : 'x';
  if (isWrapped(schema)) return sample(schema.def.innerType);
  if (schema instanceof z.ZodObject) return required(schema);
  if (schema instanceof z.ZodArray) return [sample(schema.element)];
  if (schema instanceof z.ZodRecord) return {};
  if (schema instanceof z.ZodUnion) return schema.options[0] === undefined ? null : sample(schema.options[0]);
  if (schema instanceof z.ZodLiteral) return String([...schema.values][0]);
  if (schema instanceof z.ZodEnum) return String(schema.options[0]);
  return schema instanceof z.ZodBoolean ? true : 1;
}

const SAMPLES: Readonly<Record<string, Json>> = { cel: 'true', condition: 'true', jsonata: '1', schema: {} };
