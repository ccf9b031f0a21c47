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

/**
 * The same JSON value with the keys of every object in the order that they have when its canonical JSON (RFC 8785) is
 * read back.
 *
 * A ledger is written in canonical JSON, so what is read back has its keys in that order. Whatever looks at keys in
 * turn (a comprehension over a map, the writes of a node) must meet them in the same order while the run is live:
 * facts pass through here before they are applied (K4).
 *
 * @param value JSON; anything else in it is left as it is
 * @returns the value itself where it is in order already
 * @example inCanonicalOrder({ b: 1, a: { d: 2, c: 3 } }) // keys a, b and c, d
 */
export function inCanonicalOrder<Value>(value: Value): Value {
  // Keys and values stay; only their order changes, which the type does not speak of.
  return isInCanonicalOrder(value) ? value : (ordered(value) as Value);
}

/**
 * Whether every object in a JSON value has its keys in the order of canonical JSON. Then `JSON.stringify` writes
 * canonical JSON, since it prints strings and numbers as the RFC wants them. False for a number that is none.
 */
function isInCanonicalOrder(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isInCanonicalOrder);
  return hasKeysInOrder(value as Readonly<Record<string, unknown>>);
}

function hasKeysInOrder(object: Readonly<Record<string, unknown>>): boolean {
  let before = '';
  for (const key in object) {
    if (key < before || !isInCanonicalOrder(object[key])) return false;
    before = key;
  }
  return true;
}

function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(ordered);
  const sorted: Record<string, unknown> = {};
  for (const key of sortedKeys(value)) setOwn(sorted, key, ordered(Reflect.get(value, key)));
  return sorted;
}

/** Above this many keys the engine's own sort is quicker. */
const FEW_KEYS = 16;

/**
 * Own keys in the order of their UTF-16 code units. Nearly all objects have few keys, for which inserting them one by
 * one makes no garbage; the engine's sort was a quarter of what a step allocates.
 */
function sortedKeys(object: object): string[] {
  const keys = Object.keys(object);
  if (keys.length > FEW_KEYS) return keys.sort();
  for (let next = 1; next < keys.length; next++) {
    const key = keys[next] ?? '';
    let at = next;
    for (let before = keys[at - 1]; before !== undefined && before > key; before = keys[at - 1]) {
      keys[at--] = before;
    }
    keys[at] = key;
  }
  return keys;
}

/** `__proto__` can only be made an own key by definition; assignment would set the prototype (case C1). */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
