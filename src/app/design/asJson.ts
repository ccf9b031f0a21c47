import type { JsonObject } from '#base';

/** A part of the document as plain JSON: its types allow `undefined`, which JSON does not have. */
export function asJson(value: object): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(value));
  return json;
}
