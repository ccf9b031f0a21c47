import { isJsonObject, type Json, type JsonObject, own } from '#base';

/** Reads a text below own keys, without a word where there is none: for what was kept under `source`. */
export function textAt(object: JsonObject | undefined, key: string): string | undefined {
  const value = object === undefined ? undefined : own(object, key);
  return typeof value === 'string' ? value : undefined;
}

/** Reads an object below own keys. */
export function objectAt(object: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = object === undefined ? undefined : own(object, key);
  return isJsonObject(value) ? value : undefined;
}

/** Reads a list below own keys. */
export function listAt(object: JsonObject | undefined, key: string): readonly Json[] {
  const value = object === undefined ? undefined : own(object, key);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** The texts among the members of an object. */
export function textsIn(object: JsonObject | undefined): ReadonlyMap<string, string> {
  const members = Object.entries(object ?? {});
  return new Map(members.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])));
}

/** Some members of an object, in the order in which they are asked for; those that are null count as absent. */
export function picked(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = own(object, key) ?? null;
      return value === null ? [] : [[key, value]];
    }),
  );
}

/** All members but some. */
export function omitted(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
