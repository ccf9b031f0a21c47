import { isJsonObject, type Json, type JsonObject } from './json';

/** Where a value lies in another: names of properties, places in lists. */
export type JsonPath = readonly (string | number)[];

/**
 * The object with another value at a path; undefined takes away what is there. An object that says nothing any more
 * goes with its last property, unless it is the whole or a row of a list. Properties keep their order.
 *
 * @example setAt({ limits: { maxSteps: 5 } }, ['limits', 'maxSteps'], undefined) // {}
 */
export function setAt(value: JsonObject, path: JsonPath, next: Json | undefined): JsonObject {
  const changed = put(value, path, next);
  return isJsonObject(changed) ? changed : {};
}

function put(value: Json | undefined, [head, ...rest]: JsonPath, next: Json | undefined): Json | undefined {
  if (head === undefined) return next;
  if (typeof head === 'number') return putInList(Array.isArray(value) ? value : [], head, rest, next);
  const object = isJsonObject(value) ? value : {};
  const inside = put(Object.hasOwn(object, head) ? object[head] : undefined, rest, next);
  const says = inside !== undefined && !(rest.length > 0 && isEmptyObject(inside));
  return withProperty(object, head, says ? inside : undefined);
}

function putInList(
  list: readonly Json[],
  index: number,
  rest: JsonPath,
  next: Json | undefined,
): readonly Json[] {
  const inside = put(list[index], rest, next);
  if (inside === undefined) return list.filter((_, at) => at !== index);
  return list.map((item, at) => (at === index ? inside : item));
}

/** A new property stands last; own properties only, whatever their names (case C1). */
function withProperty(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const entries = Object.entries(object);
  if (value === undefined) return Object.fromEntries(entries.filter(([key]) => key !== name));
  if (!Object.hasOwn(object, name)) return Object.fromEntries([...entries, [name, value]]);
  return Object.fromEntries(entries.map(([key, old]) => [key, key === name ? value : old]));
}

function isEmptyObject(value: Json): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
