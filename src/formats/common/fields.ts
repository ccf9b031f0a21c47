import { filled, isJsonArray, isJsonObject, itemsIn, type Json, type JsonObject, own } from '#base';
import { below, type ImportReport, type Path } from './report';

/**
 * A foreign object that is read member by member: what has the wrong type is a problem with its path, what nobody asked
 * for is left over and can be kept. Members that are null count as absent, as they do there.
 */
export class Fields {
  private readonly left: Map<string, Json>;
  readonly path: Path;
  private readonly original: JsonObject;
  readonly report: ImportReport;

  constructor(object: JsonObject, path: Path, report: ImportReport) {
    this.original = object;
    this.left = new Map(Object.entries(object));
    this.path = path;
    this.report = report;
  }

  /** Takes a member whatever it is; undefined where it is absent or null. */
  take(key: string): Json | undefined {
    const value = this.left.get(key);
    this.left.delete(key);
    return value ?? undefined;
  }

  /** Looks at a member, and leaves it among those that are left over. */
  peek(key: string): Json | undefined {
    return this.left.get(key) ?? undefined;
  }

  text(key: string): string | undefined {
    return this.typed(key, 'a text', (value) => typeof value === 'string');
  }

  /** A text that says something. */
  word(key: string): string | undefined {
    const text = this.text(key);
    return text === undefined || text.trim() === '' ? undefined : text;
  }

  number(key: string): number | undefined {
    return this.typed(key, 'a number', (value) => typeof value === 'number');
  }

  flag(key: string): boolean | undefined {
    return this.typed(key, 'true or false', (value) => typeof value === 'boolean');
  }

  object(key: string): JsonObject | undefined {
    return this.typed(key, 'an object', isJsonObject);
  }

  list(key: string): readonly Json[] {
    return this.typed<readonly Json[]>(key, 'a list', Array.isArray) ?? [];
  }

  /** The objects of a list, each with its path; anything else in it is a problem. */
  objects(key: string): readonly Fields[] {
    return this.list(key).flatMap((item, index) => {
      const path = below(this.path, key, index);
      if (isJsonObject(item)) return [new Fields(item, path, this.report)];
      this.wrongType(path, 'an object', item);
      return [];
    });
  }

  /** The members of an object that are objects. */
  members(key: string): readonly (readonly [name: string, fields: Fields])[] {
    return Object.entries(this.object(key) ?? {}).flatMap(([name, item]) => {
      const path = below(this.path, key, name);
      if (isJsonObject(item)) return [[name, new Fields(item, path, this.report)] as const];
      this.wrongType(path, 'an object', item);
      return [];
    });
  }

  /** The members of an object that are texts. */
  textMembers(key: string): ReadonlyMap<string, string> {
    const members = Object.entries(this.object(key) ?? {}).flatMap(([name, item]) => {
      if (typeof item === 'string') return [[name, item] as const];
      if (item !== null) this.wrongType(below(this.path, key, name), 'a text', item);
      return [];
    });
    return new Map(members);
  }

  /** The object of a member, which stays among those that are left over; empty where there is none. */
  inside(key: string): Fields {
    return new Fields(this.again().object(key) ?? {}, below(this.path, key), this.report);
  }

  texts(key: string): readonly string[] {
    return this.list(key).flatMap((item, index) => {
      if (typeof item === 'string') return [item];
      this.wrongType(below(this.path, key, index), 'a text', item);
      return [];
    });
  }

  /** The same object from the beginning, to be read for another purpose. */
  again(): Fields {
    return new Fields(this.original, this.path, this.report);
  }

  /** Another object in the place of this one: what an importer has taken a part out of. */
  replaced(object: JsonObject): Fields {
    return new Fields(object, this.path, this.report);
  }

  /** The object as it came. */
  whole(): JsonObject {
    return this.original;
  }

  /** What nobody asked for, null members left out. */
  leftovers(): JsonObject {
    return Object.fromEntries([...this.left].filter(([, value]) => value !== null));
  }

  private typed<Value extends Json>(
    key: string,
    name: string,
    is: (value: Json) => boolean,
  ): Value | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    if (is(value)) return value as Value;
    this.wrongType(below(this.path, key), name, value);
    return undefined;
  }

  private wrongType(path: Path, name: string, value: Json): void {
    this.report.error(
      'WRONG_TYPE',
      `At ${path} stands ${nameOf(value)}, where ${name} is expected.`,
      'Correct the value there.',
      path,
    );
  }
}

function nameOf(value: Json): string {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a text' : `${value}`;
}

/** Reads a text below own keys, without a word where there is none: for what was kept under `source`. */
export function textAt(object: JsonObject | undefined, key: string): string | undefined {
  const value = object === undefined ? undefined : own(object, key);
  return typeof value === 'string' ? value : undefined;
}

/** Reads an object below own keys. */
export function objectAt(object: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = object === undefined ? undefined : own(object, key);
  return isJsonObject(value) ? value : undefined;
}

/** Reads a list below own keys. */
export function listAt(object: JsonObject | undefined, key: string): readonly Json[] {
  return itemsIn(object === undefined ? undefined : own(object, key));
}

/** The texts among the members of an object. */
export function textMembersOf(object: JsonObject | undefined): ReadonlyMap<string, string> {
  const members = Object.entries(object ?? {});
  return new Map(members.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])));
}

/** Some members of an object, in the order in which they are asked for; those that are null count as absent. */
export function picked(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = own(object, key) ?? null;
      return value === null ? [] : [[key, value]];
    }),
  );
}

/** All members but some. */
export function omitted(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** What a `retryPolicy` (references 1 and 2) says besides how often, in milliseconds; fields that are absent have defaults. */
export function backoffOf(policy: Fields): JsonObject {
  return {
    initialIntervalMs: milliseconds(policy.number('initialIntervalSeconds') ?? 1),
    backoffCoefficient: Math.max(1, policy.number('backoffCoefficient') ?? 2),
    maxIntervalMs: milliseconds(policy.number('maximumIntervalSeconds') ?? 60),
    ...filled({ nonRetryable: policy.texts('nonRetryableErrors') }),
  };
}

function milliseconds(seconds: number): number {
  return Math.max(0, Math.round(seconds * 1_000));
}
