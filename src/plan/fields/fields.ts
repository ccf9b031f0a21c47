import { escapePointer, isJsonObject, type Json, type JsonObject } from '#base';
import type { AnySchema } from './inspect';
import { type FieldPlace, keyRoles, type Role, type RoleName, roles } from './roles';
import { z } from './zod';

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
  const known = wholes.get(schema);
  if (known !== undefined) return known;
  const made = ofObject(schema);
  wholes.set(schema, made);
  return made;
}

function walkerOf(schema: AnySchema): Walker | null {
  const known = walkers.get(schema);
  if (known !== undefined) return known;
  const made = makeWalker(schema);
  walkers.set(schema, made);
  return made;
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
    takes: (value) => Array.isArray(value),
    walk: (value, { path, beside }, change) => {
      if (!isList(value)) return value;
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

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
