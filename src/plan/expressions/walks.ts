import { hasLeft, pay } from './meter';

/** What it costs to go to an item of a list, and to a member of an object, where a character costs one (case C3). */
export const CHARACTERS_OF_AN_ITEM = 5;
const CHARACTERS_OF_A_MEMBER = 20;

/**
 * Pays for looking at a value: a text from its beginning to its end, and of lists and objects what the engine reads to tell
 * their type: the names of an object, and so on in its first member.
 */
export function look(value: unknown): void {
  payFor(typeof value === 'string' || value instanceof Uint8Array ? value.length : 1);
  let at = value;
  while (isContainer(at)) at = Array.isArray(at) ? at[0] : memberOf(at, namesOf(at)[0]);
}

/** Pays for comparing two values, as far as the engine goes: to the first difference. */
export function compare(left: unknown, right: unknown): void {
  look(left);
  look(right);
  areAlike(left, right);
}

/** Pays for looking for a value in a list, up to where it is found; in an object it takes one step. */
export function seek(value: unknown, inside: unknown): void {
  look(value);
  look(inside);
  if (!Array.isArray(inside)) return;
  for (const item of inside) if (areAlike(value, item) || !hasLeft()) return;
}

/** Pays for what serves as a key or an index: it is made a text, whatever it is. */
export function spell(value: unknown): void {
  payFor(CHARACTERS_OF_AN_ITEM + (typeof value === 'string' ? value.length : 0));
  if (!Array.isArray(value)) return;
  for (const item of value) if (hasLeft()) spell(item);
}

/** Whether two values are equal; no, where nothing is left to go on with. */
function areAlike(left: unknown, right: unknown): boolean {
  if (!payFor(CHARACTERS_OF_AN_ITEM)) return false;
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length === right.length) payFor(left.length);
    return left === right;
  }
  if (left === right) return true;
  // An int of the engine and a number may be equal.
  if (typeof left === 'bigint' || typeof right === 'bigint') return Number(left) === Number(right);
  if (!isContainer(left) || !isContainer(right)) return false;
  if (!Array.isArray(left)) return haveAlikeMembers(left, right);
  if (!Array.isArray(right) || left.length !== right.length) return false;
  return left.every((item, index) => areAlike(item, right[index]));
}

function haveAlikeMembers(left: object, right: object): boolean {
  const names = namesOf(left);
  if (names.length !== namesOf(right).length) return false;
  return names.every((name) => areAlike(memberOf(left, name), memberOf(right, name)));
}

/** Whether a value holds others: times, bytes and types of the engine do not. */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) || value instanceof Map) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function namesOf(value: object): readonly string[] {
  const names = value instanceof Map ? [...value.keys()] : Object.keys(value);
  payFor(names.length * CHARACTERS_OF_A_MEMBER);
  return names;
}

function memberOf(value: object, name: string | undefined): unknown {
  if (name === undefined) return undefined;
  return value instanceof Map ? value.get(name) : Reflect.get(value, name);
}

function payFor(characters: number): boolean {
  return pay('walk', characters);
}
