import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#base';
import { type AnySchema, defaultOf, fieldsFor, schemaInside } from '../fields/inspect';

/**
 * A document in its written form: the keys of our own objects in the order of the schema, defaults left out.
 * Foreign JSON (inputs, schemas, sources) and records keep the order they have.
 */
export function ordered(schema: AnySchema, value: Json): Json {
  if (Array.isArray(value)) return value.map((item, index) => inside(schema, value, index, item));
  if (!isJsonObject(value)) return value;
  const fields = fieldsFor(schema, value);
  const written: [string, Json][] = [];
  for (const key of fields?.keys() ?? Object.keys(value)) {
    const item = value[key];
    if (item === undefined) continue;
    const itemSchema = fields ? fields.get(key) : schemaInside(schema, value, key);
    if (fields && itemSchema && isDefault(itemSchema, item)) continue;
    written.push([key, itemSchema ? ordered(itemSchema, item) : item]);
  }
  return Object.fromEntries(written);
}

function inside(schema: AnySchema, value: Json, key: string | number, item: Json): Json {
  const itemSchema = schemaInside(schema, value, key);
  return itemSchema ? ordered(itemSchema, item) : item;
}

function isDefault(schema: AnySchema, value: Json): boolean {
  const byDefault = defaultOf(schema);
  if (byDefault === undefined || typeof byDefault !== typeof value) return false;
  // A list of thousands of edges is not written out to learn that it is not empty.
  if (Array.isArray(byDefault) && Array.isArray(value) && byDefault.length !== value.length) return false;
  return canonicalJson(byDefault) === canonicalJson(value);
}

/** The keys of an object sorted by code units, for records whose order says nothing. */
export function sortedRecord(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
