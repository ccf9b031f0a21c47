import type { JsonObject } from './json';

/** A typed value of a document as the JSON that is written of it: fields that are undefined are not there. */
export function jsonOf(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
