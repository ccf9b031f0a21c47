import {
  escapePointer,
  isCapabilityId,
  isEventType,
  isId,
  isJsonArray,
  isJsonObject,
  isVariableName,
  type Json,
  type JsonObject,
  remembered,
} from '#base';
import { type AnySchema, z } from './inspect';

/**
 * What the value of a field is to whoever looks for it. Checks, renaming, promotion, hashes, risk, closures and
 * completion ask for roles and for no field by its name, so that a field of a new type is known to all of them.
 */
export type RoleName =
  // Languages (V3); a condition of a machine may also ask `inState` and `guard`.
  | 'cel'
  | 'condition'
  | 'template'
  | 'jsonata'
  // Variables of the plan: written, written and thereby declared (V5), read; and names of a loop's own (L9).
  | 'writes'
  | 'declares'
  | 'reads'
  | 'local'
  // Capabilities: called by the node itself, by its branches' merge (R21), by its planner (P2, P13); an entry of an
  // allow-list (P8), or one that is kept and not used.
  | 'capability'
  | 'merge'
  | 'asked'
  | 'tool'
  | 'spare'
  // Other things of the workspace, by their ids.
  | 'plan'
  | 'model'
  | 'prompt'
  | 'planner'
  | 'parser'
  | 'feature'
  // What stands in the plan itself: nodes, states, invocations, delays of a machine; events of the run.
  | 'node'
  | 'state'
  | 'invocation'
  | 'delay'
  | 'event'
  // The field's own name, words for people, plain data, a JSON Schema, and foreign leftovers.
  | 'name'
  | 'words'
  | 'data'
  | 'schema'
  | 'source'
  // What holds nodes or states, which are looked at one by one.
  | 'inside';

/** Where a field stands: the object around it, and its place in a list. */
interface FieldPlace {
  readonly value: unknown;
  /** The object that holds the field, or the list that it is an item of. */
  readonly beside: Readonly<Record<string, unknown>>;
  /** In a list: which item it is, from 0. */
  readonly index: number;
}

/** What a field is. */
export interface Role {
  /** A function where that depends on what stands beside it. */
  readonly is: RoleName | ((place: FieldPlace) => RoleName);
  /** What a text may name besides variables: `result` of the node, the `event` that came. */
  readonly sees?: readonly string[] | ((place: FieldPlace) => readonly string[]);
  /** Whether a text may name more than can be known here: a planner's prompt sees goal, catalogue and others. */
  readonly isOpen?: true;
  /** What stands for the field where it is left out. */
  readonly usual?: string;
}

/** The role of each field, beside the titles that forms show: the published schema says nothing of it. */
export const roles = z.registry<Role>();

/** The role of the keys of a record, by the schema of the record: variables that are written. */
export const keyRoles = z.registry<Role>();

/** A schema of its own for a field that has this role; the one it is made from may be anything elsewhere. */
export function as<Schema extends z.ZodType>(role: RoleName | Role, schema: Schema): Schema {
  const own = schema.clone();
  roles.add<z.ZodType>(own, typeof role === 'string' ? { is: role } : role);
  return own;
}

/**
 * What calling something does to the world (L1): nothing, reads, writes; `unknown` counts as `write`.
 * Only `pure` and `read` may be repeated without asking (K6).
 */
export const effectSchema = z.enum(['pure', 'read', 'write', 'unknown']);
export type Effect = z.infer<typeof effectSchema>;

/** A value that a schema gives a role, and where it stands. */
export interface Field {
  readonly is: RoleName;
  readonly value: Json;
  /** JSON Pointer into what was walked. */
  readonly path: string;
  /** What a text may name besides variables. */
  readonly sees: readonly string[];
  readonly isOpen: boolean;
  /** False where the field is left out, and this is what stands for it. */
  readonly isGiven: boolean;
}

/** What becomes of a field; the value itself where it stays. */
type Change = (field: Field) => Json;

/** What surrounds a field; `value` is the field's own. */
interface Place extends Omit<FieldPlace, 'value'> {
  readonly path: string;
}

/** Walks what a schema describes and gives it back with its fields changed: the same value where nothing was. */
type Walk = (value: Json | undefined, place: Place, change: Change) => Json | undefined;

/** What walks a schema, and whether it has something to say of a value that is left out. */
interface Walker {
  readonly walk: Walk;
  readonly standsFor: boolean;
  readonly takes: (value: Json) => boolean;
}

const NOWHERE: Place = { path: '', beside: {}, index: 0 };

/**
 * Every field of a value that its schema gives a role, in the order of the schema; of the value itself, and not of what
 * is `inside` it.
 */
export function fieldsIn(schema: z.ZodObject, value: object): readonly Field[] {
  const found: Field[] = [];
  wholeOf(schema)?.walk(asJson(value), NOWHERE, (field) => {
    found.push(field);
    return field.value;
  });
  return found;
}

/** A value with its fields changed; the same object where none of them is. */
export function changeFields(schema: z.ZodObject, value: object, change: Change): object {
  const changed = wholeOf(schema)?.walk(asJson(value), NOWHERE, change);
  return isJsonObject(changed) ? changed : value;
}

/** Optional keys of the schema's types may be undefined; no walk follows those. */
function asJson(value: object): JsonObject {
  return value as { readonly [key: string]: Json };
}

/** Made once a schema; null where nothing in it has a role. */
const walkers = new WeakMap<AnySchema, Walker | null>();

/** A state has a role where it is inside another, and is walked where it is asked for. */
const wholes = new WeakMap<z.ZodObject, Walker | null>();

function wholeOf(schema: z.ZodObject): Walker | null {
  return remembered(wholes, schema, ofObject);
}

function walkerOf(schema: AnySchema): Walker | null {
  return remembered(walkers, schema, makeWalker);
}

function makeWalker(schema: AnySchema): Walker | null {
  const role = roles.get(schema);
  if (role !== undefined) return ofRole(role);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return walkerOf(schema.def.innerType);
  if (schema instanceof z.ZodObject) return ofObject(schema);
  if (schema instanceof z.ZodArray) return ofList(schema.element);
  if (schema instanceof z.ZodRecord) return ofRecord(schema);
  if (schema instanceof z.ZodDiscriminatedUnion) return ofChoice(schema);
  return schema instanceof z.ZodUnion ? firstThatTakes(schema.options) : null;
}

function ofRole(role: Role): Walker {
  return {
    standsFor: role.usual !== undefined,
    takes: (value) => typeof value === 'string',
    walk: (value, { path, beside, index }, change) => {
      const given = value ?? role.usual;
      if (given === undefined) return value;
      const place = { value: given, beside, index };
      const next = change({
        is: typeof role.is === 'function' ? role.is(place) : role.is,
        value: given,
        path,
        sees: typeof role.sees === 'function' ? role.sees(place) : (role.sees ?? []),
        isOpen: role.isOpen ?? false,
        isGiven: value !== undefined,
      });
      return next === given ? value : next;
    },
  };
}

function ofObject(schema: z.ZodObject): Walker | null {
  const inner = Object.entries(schema.shape).flatMap(([key, field]) => {
    const walker = walkerOf(field);
    return walker === null ? [] : [{ key, ...walker }];
  });
  if (inner.length === 0) return null;
  const standsFor = inner.some((field) => field.standsFor);
  return {
    standsFor,
    takes: isJsonObject,
    walk: (value, { path, index }, change) => {
      const object = value === undefined && standsFor ? {} : value;
      if (!isJsonObject(object)) return value;
      let next: JsonObject = object;
      for (const { key, standsFor: isAsked, walk } of inner) {
        const field = object[key];
        if (field === undefined && !isAsked) continue;
        const changed = walk(field, { path: `${path}/${key}`, beside: object, index }, change);
        if (changed !== field && changed !== undefined) next = { ...next, [key]: changed };
      }
      return next === object ? value : next;
    },
  };
}

function ofList(element: AnySchema): Walker | null {
  const item = walkerOf(element);
  if (item === null) return null;
  return {
    standsFor: false,
    takes: isJsonArray,
    walk: (value, { path, beside }, change) => {
      if (!isJsonArray(value)) return value;
      const next = value.map(
        (one, index) => item.walk(one, { path: `${path}/${index}`, beside, index }, change) ?? one,
      );
      return next.every((one, index) => one === value[index]) ? value : next;
    },
  };
}

function ofRecord(schema: z.ZodRecord): Walker | null {
  const keyRole = keyRoles.get(schema);
  const key = keyRole === undefined ? null : ofRole(keyRole);
  const inner = walkerOf(schema.valueType);
  if (key === null && inner === null) return null;
  return {
    standsFor: false,
    takes: isJsonObject,
    walk: (value, { path }, change) => {
      if (!isJsonObject(value)) return value;
      const before = Object.entries(value);
      const after = before.map(([name, one], index) => {
        const place = { path: `${path}/${escapePointer(name)}`, beside: value, index };
        const changed = inner?.walk(one, place, change) ?? one;
        return [String(key?.walk(name, place, change) ?? name), changed] as const;
      });
      const isSame = after.every(([name, one], at) => name === before[at]?.[0] && one === before[at]?.[1]);
      return isSame ? value : Object.fromEntries(after);
    },
  };
}

/** A union whose options a discriminator tells apart. */
function ofChoice(schema: z.ZodDiscriminatedUnion): Walker | null {
  const tag = schema.def.discriminator;
  const options = new Map<unknown, Walker>();
  for (const option of schema.options) {
    const walker = walkerOf(option);
    const literal = option instanceof z.ZodObject ? option.shape[tag] : undefined;
    if (walker === null || !(literal instanceof z.ZodLiteral)) continue;
    for (const value of literal.values) options.set(value, walker);
  }
  if (options.size === 0) return null;
  return {
    standsFor: false,
    takes: isJsonObject,
    walk: (value, place, change) => {
      const option = isJsonObject(value) ? options.get(value[tag]) : undefined;
      return option === undefined ? value : option.walk(value, place, change);
    },
  };
}

/** Of another union: texts, lists and objects are told apart by what they are. */
function firstThatTakes(options: readonly AnySchema[]): Walker | null {
  const inner = options.flatMap((option) => walkerOf(option) ?? []);
  if (inner.length === 0) return null;
  return {
    standsFor: false,
    takes: (value) => inner.some((option) => option.takes(value)),
    walk: (value, place, change) => {
      const option = value === undefined ? undefined : inner.find(({ takes }) => takes(value));
      return option === undefined ? value : option.walk(value, place, change);
    },
  };
}

/** The words that are never ids (case C1), for the published schema; `isId` and its like judge. */
const NOT_OF_THE_PROTOTYPE = '(?!(?:__proto__|prototype|constructor|toString|valueOf|hasOwnProperty)$)';

/** W2: ids of ours. */
export const idSchema = z
  .string()
  .refine(isId, { error: 'must be an id: a letter, then up to 63 letters, digits, "_" or "-"' })
  .meta({ pattern: `^${NOT_OF_THE_PROTOTYPE}[A-Za-z][A-Za-z0-9_-]{0,63}$` });

/** W2: names of variables. */
export const variableNameSchema = z
  .string()
  .refine(isVariableName, {
    error: 'must be a variable name: a letter or "_", then up to 63 letters, digits or "_"',
  })
  .meta({ pattern: `^${NOT_OF_THE_PROTOTYPE}[A-Za-z_][A-Za-z0-9_]{0,63}$` });

/** W2 and T6: event types. */
export const eventTypeSchema = z
  .string()
  .refine(isEventType, {
    error: 'must be an event type, and not one that begins with "xstate.", "sys." or "planloom."',
  })
  .meta({ pattern: '^(?!(?:xstate|sys|planloom)\\.)[A-Za-z][A-Za-z0-9_.-]{0,127}$' })
  .register(roles, { is: 'event' });

/** W2: ids of capabilities; what is so called is called by whoever says it, unless its field says otherwise. */
export const capabilityIdSchema = z
  .string()
  .refine(isCapabilityId, { error: 'must be a capability id such as "table.filter"' })
  .meta({ pattern: `^${NOT_OF_THE_PROTOTYPE}[A-Za-z][A-Za-z0-9_.:/-]{0,127}$` })
  .register(roles, { is: 'capability' });

/** Any JSON value. Depth and size were judged before parsing (W3). */
export const jsonSchema: z.ZodType<Json> = z.json();

/** A JSON Schema, kept as it is; it is read by the validator for foreign schemas. */
export const foreignSchema = z
  .record(z.string(), jsonSchema)
  .meta({ description: 'A JSON Schema' })
  .register(roles, { is: 'schema' });

/** Foreign leftovers that an importer found no counterpart for (W3); never looked into. */
export const sourceSchema = z
  .record(z.string(), jsonSchema)
  .meta({ readOnly: true })
  .register(roles, { is: 'source' });

/** What every item of a workspace begins with: its id, which is made of its name and stays, and its name. */
export function itemFields(example: string) {
  return {
    id: idSchema.meta({ readOnly: true }),
    name: z
      .string()
      .optional()
      .meta({ title: 'Name', examples: [example] }),
  } as const;
}

/** V1: a declared variable, its JSON Schema and its side of the contract. */
export const variableSchema = z.strictObject({
  id: as('name', variableNameSchema),
  scope: z.enum(['IN', 'INTERNAL', 'OUT']),
  schema: foreignSchema.optional(),
  default: as('data', jsonSchema).optional(),
  description: as('words', z.string()).optional(),
});
export type Variable = z.infer<typeof variableSchema>;
