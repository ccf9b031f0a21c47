import { escapePointer, isJsonObject, type Json } from '#base';
import type { Schema } from './keywords';
import type { Outcome } from './outcome';

/** A place in the value that is judged. It is one object however many schemas look at it, and remembers what they said. */
export class Place {
  #members: Map<string | number, Place> | undefined;
  #outcomes: Map<string, Map<Schema, Outcome | null>> | undefined;

  constructor(
    readonly value: Json,
    readonly path: string,
  ) {}

  /** A member of an object, or an item of a list, that is there. */
  member(key: string | number): Place {
    this.#members ??= new Map();
    const known = this.#members.get(key);
    if (known !== undefined) return known;
    const made = new Place(memberOf(this.value, key), `${this.path}/${escapePointer(String(key))}`);
    this.#members.set(key, made);
    return made;
  }

  /** What was said of this place by a schema that was come to by a way; null while that is being found out. */
  said(way: string, schema: Schema): Outcome | null | undefined {
    return this.#outcomes?.get(way)?.get(schema);
  }

  note(way: string, schema: Schema, outcome: Outcome | null): void {
    this.#outcomes ??= new Map();
    const known = this.#outcomes.get(way);
    if (known === undefined) this.#outcomes.set(way, new Map([[schema, outcome]]));
    else known.set(schema, outcome);
  }
}

function memberOf(value: Json, key: string | number): Json {
  if (Array.isArray(value)) return value[Number(key)] ?? null;
  return isJsonObject(value) ? (value[key] ?? null) : null;
}
