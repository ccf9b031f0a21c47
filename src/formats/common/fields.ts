import { isJsonObject, type Json, type JsonObject, own } from '#base';
import { allNodes, bodiesOf, type PlanNode } from '#plan';
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
  if (Array.isArray(value)) return 'a list';
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
  const value = object === undefined ? undefined : own(object, key);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** A node by its id, with how many nodes go with it where it is a container: `"both" (with the 3 nodes in it)`. */
export function namedWithContents(node: PlanNode): string {
  const inside = bodiesOf(node).reduce((sum, { body }) => sum + [...allNodes(body)].length, 0);
  if (inside === 0) return `"${node.id}"`;
  return `"${node.id}" (with the ${inside === 1 ? 'node' : `${inside} nodes`} in it)`;
}

/** Under which name keys of theirs are kept that would be taken for one of ours. */
const BESIDE = 'beside';

/**
 * Keys of a foreign object as they are kept under `source.<format>`, where an import also writes down what only it has to
 * know. A key of theirs with one of those names stands in an object of its own, so that neither is lost.
 *
 * @param ours the names that the import of that format uses there
 */
export function besideOurs(left: JsonObject, ours: ReadonlySet<string>): JsonObject {
  const clashing = Object.entries(left).filter(([key]) => clashes(key, ours));
  if (clashing.length === 0) return left;
  const free = Object.entries(left).filter(([key]) => !clashes(key, ours));
  return { ...Object.fromEntries(free), [BESIDE]: Object.fromEntries(clashing) };
}

/** Where a key is kept: `key`, or `beside.key`. */
export function placeBeside(key: string, ours: ReadonlySet<string>): string {
  return clashes(key, ours) ? `${BESIDE}.${key}` : key;
}

/** What was kept of theirs, without what is ours: the way back. */
export function theirsOf(kept: JsonObject, ours: ReadonlySet<string>): JsonObject {
  const beside = kept[BESIDE];
  const free = Object.entries(kept).filter(([key]) => !clashes(key, ours));
  return { ...Object.fromEntries(free), ...(isJsonObject(beside) ? beside : {}) };
}

function clashes(key: string, ours: ReadonlySet<string>): boolean {
  return key === BESIDE || ours.has(key);
}
