import fc from 'fast-check';
import { isJsonObject, type Json, type JsonObject } from '#base';

/** A file with one key more, which its format does not know. */
export interface Stranger {
  readonly file: Json;
  /** Where the key stands: JSON Pointer. */
  readonly pointer: string;
}

/** What the strange key says, so that it can be found again wherever it went. */
export const MARK = 'said by nobody else';

/** Names that nobody knows, and names under which imports themselves keep something. */
const NAMES = [
  'note',
  'x-y z',
  'Größe',
  'beside',
  'block',
  'bare',
  'calls',
  'form',
  'forms',
  'inherits',
  'marks',
  'neverRun',
  'ofGroup',
  'ownId',
  'reasoning',
  'streamLine',
  'untyped',
  'wrapped',
];

/**
 * Files of a format with a strange key at a random place.
 *
 * @param isClosed whether the keys of the object at a pointer are words of the format, and no names or values of a user
 */
export function strangersIn(
  files: fc.Arbitrary<Json>,
  isClosed: (pointer: string, object: JsonObject) => boolean,
): fc.Arbitrary<Stranger> {
  return fc
    .tuple(files, fc.nat(), fc.constantFrom(...NAMES), fc.constantFrom<Json>(MARK, { deep: [MARK] }))
    .map(([file, place, name, value]) => {
      const places = objectsIn(file).filter(([pointer, object]) => isClosed(pointer, object));
      const [at = '', object = {}] = places[place % Math.max(1, places.length)] ?? [];
      return {
        file: Object.hasOwn(object, name) ? file : put(file, at, name, value),
        pointer: `${at}/${name}`,
      };
    });
}

function objectsIn(value: Json, pointer = ''): readonly (readonly [string, JsonObject])[] {
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item, index) => objectsIn(item, `${pointer}/${index}`));
  if (!isJsonObject(value)) return [];
  const inside = Object.entries(value).flatMap(([key, item]) => objectsIn(item, `${pointer}/${key}`));
  return [[pointer, value], ...inside];
}

function put(value: Json, at: string, name: string, strange: Json, pointer = ''): Json {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, index) =>
      put(item, at, name, strange, `${pointer}/${index}`),
    );
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    put(item, at, name, strange, `${pointer}/${key}`),
  ]);
  return { ...Object.fromEntries(entries), ...(pointer === at ? { [name]: strange } : {}) };
}
