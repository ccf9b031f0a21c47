import { escapePointer, type Fuel, isJsonObject, type Json } from '#base';
import type { Schema } from './keywords';

/** What the keywords need of the judgement that they belong to. */
export interface Judging {
  readonly fuel: Fuel;
  /** What a schema says of a place. */
  judge(schema: Schema, place: Place): Outcome;
  /** Judges the same place by another schema, that has to hold too. */
  holds(schema: Schema, place: Place, outcome: Outcome): void;
  /** Judges what lies in a place. */
  holdsIn(schema: Schema, place: Place, outcome: Outcome): void;
}

/** The members that keywords have looked at, and the items: so many from the first on, and single ones. */
export class Evaluated {
  readonly members = new Set<string>();
  readonly items = new Set<number>();
  firstItems = 0;

  /**
   * Takes over what another schema has looked at, which holds of the same place.
   *
   * @returns how much that is
   */
  add(other: Evaluated): number {
    for (const name of other.members) this.members.add(name);
    for (const index of other.items) this.items.add(index);
    this.firstItems = Math.max(this.firstItems, other.firstItems);
    return other.members.size + other.items.size;
  }
}

/** What a schema says of a place. */
export class Outcome {
  /** What it finds itself, and what the schemas in it found, in the order of the keywords. */
  #found: (SchemaViolation | Outcome)[] | undefined;

  /** @param evaluated null where nothing asks what was looked at */
  constructor(readonly evaluated: Evaluated | null) {}

  get isValid(): boolean {
    return this.#found === undefined;
  }

  violates(path: string, keyword: string, message: string): void {
    this.#found ??= [];
    this.#found.push({ path, keyword, message });
  }

  /** Fails as another has, for its reasons. */
  failsWith(other: Outcome): void {
    this.#found ??= [];
    this.#found.push(other);
  }

  /** All violations, each once, in the order of the keywords. */
  all(): readonly SchemaViolation[] {
    const violations: SchemaViolation[] = [];
    const seen = new Set<Outcome>();
    const open: (SchemaViolation | Outcome)[] = [this];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (!(next instanceof Outcome)) violations.push(next);
      else if (!seen.has(next)) {
        seen.add(next);
        open.push(...(next.#found ?? []).toReversed());
      }
    }
    return violations;
  }
}

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

/** One way in which a value violates a JSON Schema. */
export interface SchemaViolation {
  /** JSON Pointer (RFC 6901) into the value; empty for the whole. */
  readonly path: string;
  readonly message: string;
  /** The keyword of the schema that is violated; `false` where nothing is allowed, empty for the schema itself. */
  readonly keyword: string;
}
