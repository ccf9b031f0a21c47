import { UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { err, isReservedKey, type Json, ok, type Result } from '#base';
import { fits } from './guards';
import { HandleValue } from './handles';
import { areWalksPaid, pay } from './meter';

/**
 * A value of the engine as JSON: ints become numbers; times, bytes, types and numbers that are not finite have
 * no JSON form.
 *
 * @param handles whether handles are told from other objects (V6): then no expression makes one
 * @returns the JSON, or the reason why there is none
 */
export function toJson(value: unknown, handles: boolean): Result<Json, string> {
  if (!fits(value)) return err('it is too large');
  const offence = offenceIn(value) ?? (handles ? madeHandleIn(value) : null);
  return offence === null ? ok(converted(value)) : err(offence);
}

function offenceIn(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return null;
    case 'number':
      return Number.isFinite(value) ? null : `its value is ${value}, which is no JSON number`;
    case 'object':
      if (value === null || value instanceof UnsignedInt) return null;
      if (value instanceof HandleValue) return null;
      if (value instanceof Map) return offenceIn([...value.values()]);
      if (!Array.isArray(value) && !isPlain(value))
        return `its value is a ${value.constructor.name}, which is no JSON`;
      return Object.values(value).reduce<string | null>((found, item) => found ?? offenceIn(item), null);
    default:
      return `its value is a ${typeof value}, which is no JSON`;
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** An object that an expression wrote out with a key of hosts. */
function madeHandleIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || value instanceof HandleValue) return null;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  for (const [key, inner] of entries) {
    if (isReservedKey(String(key))) return `only a host may write the key "${String(key)}"`;
    const found = madeHandleIn(inner);
    if (found !== null) return found;
  }
  return null;
}

/** Copies only what holds ints or maps, so that passing a large variable on costs a walk and no memory. */
function converted(value: unknown): Json {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof UnsignedInt) return Number(value.valueOf());
  if (typeof value !== 'object' || value === null) return value as Json;
  if (value instanceof HandleValue) return value.handle;
  if (value instanceof Map) return converted(Object.fromEntries(value));
  if (!isOfTheEngine(value)) return value as Json;
  if (Array.isArray(value)) return value.map(converted);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, converted(item)]));
}

function isOfTheEngine(value: object): boolean {
  return Object.values(value).some(
    (item: unknown) =>
      typeof item === 'bigint' ||
      item instanceof UnsignedInt ||
      item instanceof Map ||
      item instanceof HandleValue ||
      (typeof item === 'object' && item !== null && isOfTheEngine(item)),
  );
}

/** Variables with every object that has a member `constructor`, at any depth, as a map; all others as they are. */
export function withMaps(variables: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  return new Map([...variables].map(([name, value]) => [name, mapped(value)]));
}

function mapped(value: unknown): unknown {
  if (areWalksPaid() && !pay('walk', 1)) return null;
  if (Array.isArray(value)) {
    const items = value.map(mapped);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (typeof value !== 'object' || value === null || value instanceof HandleValue) return value;
  const before = Object.entries(value);
  const entries = before.map(([key, item]) => [key, mapped(item)] as const);
  if (Object.hasOwn(value, 'constructor')) return new Map(entries);
  const isChanged = entries.some(([, item], index) => item !== before[index]?.[1]);
  return isChanged ? Object.fromEntries(entries) : value;
}
