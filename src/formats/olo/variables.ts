import {
  filled,
  isJsonArray,
  isJsonObject,
  isVariableName,
  type Json,
  type JsonObject,
  own,
  present,
} from '#base';
import { isReservedName } from '#plan';
import type { Fields } from '../common/fields';
import type { ImportReport, Path } from '../common/report';

interface Entry {
  readonly name: string;
  readonly id: string;
  readonly type: string;
  readonly scope: 'IN' | 'INTERNAL' | 'OUT';
}

/**
 * The variables of one pipeline: their names, and ours for them (W2). What is used and not declared is declared, because
 * their engine writes it anyway; it is named, and left out of the registry again when it is exported.
 */
export class VariableBook {
  private readonly entries = new Map<string, Entry>();
  private readonly ids = new Set<string>();
  private readonly next = new Map<string, number>();
  /** Names that mean something else inside an iterator, the innermost last. */
  private readonly locals: Map<string, string>[] = [];
  /** Variables that hold `{code, message}` here and the message there. */
  private readonly errors = new Set<string>();
  private readonly unregistered: string[] = [];

  constructor(
    private readonly report: ImportReport,
    private readonly plan: string,
  ) {}

  declare(entry: Fields): void {
    const name = entry.word('name');
    const scope = entry.text('scope');
    const type = entry.text('type') ?? 'JSON';
    if (name === undefined) {
      this.report.error(
        'MISSING_FIELD',
        `The variable at ${entry.path} has no name.`,
        'Name it.',
        entry.path,
      );
      return;
    }
    if (scope !== undefined && scope !== 'IN' && scope !== 'INTERNAL' && scope !== 'OUT') {
      const message = `The variable "${name}" has the scope "${scope}".`;
      this.report.error('SCOPE_UNKNOWN', message, 'Use IN, INTERNAL or OUT.', entry.path);
    }
    if (this.entries.has(name)) {
      const message = `The variable "${name}" is declared twice; the first declaration counts.`;
      this.report.warn('VARIABLE_DOUBLED', message, 'Keep one of them.', entry.path);
      return;
    }
    this.enter(name, type, scope === 'IN' || scope === 'OUT' ? scope : 'INTERNAL');
  }

  /** Our name for a variable that is written; one that nobody declared is declared now. */
  write(name: string, path: Path): string {
    return (this.entries.get(name) ?? this.undeclared(name, path)).id;
  }

  /** CEL that reads a variable, or what an iterator calls by that name. */
  read(name: string, path: Path): string {
    const local = this.locals.findLast((names) => names.has(name))?.get(name);
    if (local !== undefined) return local;
    const id = this.write(name, path);
    return this.errors.has(name) ? `${id} == null ? null : ${id}.message` : id;
  }

  /** The same as the whole of a template, so that the value keeps its type. */
  hole(name: string, path: Path): string {
    return `{{ ${this.read(name, path)} }}`;
  }

  isDeclared(name: string): boolean {
    return this.entries.has(name);
  }

  holdsError(name: string): void {
    this.errors.add(name);
  }

  /** A name for what an iterator calls so: the same where no variable of the plan is read by it. */
  localFor(name: string): string {
    const base = nameFrom(name);
    let local = base;
    for (let number = this.next.get(base) ?? 1; this.ids.has(local); number++) {
      local = `${base.slice(0, 56)}_${number}`;
      this.next.set(base, number + 1);
    }
    this.ids.add(local);
    return local;
  }

  within<Value>(locals: Map<string, string>, read: () => Value): Value {
    this.locals.push(locals);
    const value = read();
    this.locals.pop();
    return value;
  }

  /** Removes variables that are only ever the names of items. */
  forget(name: string): void {
    const entry = this.entries.get(name);
    if (entry === undefined) return;
    this.entries.delete(name);
    this.ids.delete(entry.id);
  }

  /**
   * The variables as W1 has them.
   *
   * @param required names of inputs that must be there
   */
  toJson(required: ReadonlySet<string>): readonly JsonObject[] {
    return [...this.entries.values()].map(({ name, id, type, scope }) => {
      const isOptional = scope === 'IN' && !required.has(name);
      const schema = this.errors.has(name) ? undefined : schemaOf(type, isOptional);
      return {
        id,
        scope,
        ...present({ schema }),
        ...(isOptional ? { default: null } : {}),
      };
    });
  }

  /** What the registry says and variables of ours do not: names, types, and what was not in it. */
  leftovers(): JsonObject {
    const renamed = [...this.entries.values()]
      .filter(({ name, id }) => name !== id)
      .map(({ name, id }) => [id, name]);
    const types = [...this.entries.values()]
      .filter(({ name, type }) => !isTheirType(type) || this.errors.has(name))
      .map(({ id, type }) => [id, type]);
    const unregistered = this.unregistered.filter((id) => this.ids.has(id));
    return filled({ names: Object.fromEntries(renamed), types: Object.fromEntries(types), unregistered });
  }

  private undeclared(name: string, path: Path): Entry {
    const message = `"${name}" is used and not in the variable registry.`;
    const help = 'It is declared as INTERNAL here. Add it to the registry.';
    this.report.warn('VARIABLE_UNDECLARED', message, help, path, { plan: this.plan });
    const entry = this.enter(name, 'JSON', 'INTERNAL');
    this.unregistered.push(entry.id);
    return entry;
  }

  private enter(name: string, type: string, scope: Entry['scope']): Entry {
    const id = this.localFor(name);
    const entry: Entry = { name, id, type, scope };
    this.entries.set(name, entry);
    return entry;
  }
}

function nameFrom(name: string): string {
  if (isVariableName(name) && !isReservedName(name) && !TAKEN.has(name)) return name;
  const plain = `_${name.slice(0, 58)}`.replace(/[^A-Za-z0-9_]/g, '_');
  const stem =
    /^_[A-Za-z]/.test(plain) && !isReservedName(plain.slice(1)) && !TAKEN.has(plain.slice(1))
      ? plain.slice(1)
      : `v${plain}`;
  return isVariableName(stem) ? stem : `v${plain}`;
}

/** Words that expressions of ours read in another sense. */
const TAKEN: ReadonlySet<string> = new Set(['result', 'event', 'steps']);

/** Their value types, and the JSON Schemas that they become; JSON says nothing and becomes none. */
const TYPES: Readonly<Record<string, string>> = {
  STRING: 'string',
  NUMBER: 'number',
  BOOLEAN: 'boolean',
  ARRAY: 'array',
  OBJECT: 'object',
};

/**
 * The schema of a value of their type; undefined where anything goes.
 *
 * @param orNull whether nothing is a value too: an input that is not required
 */
export function schemaOf(type: string | undefined, orNull = false): JsonObject | undefined {
  const name = type === undefined ? undefined : own(TYPES, type);
  if (name === undefined) return undefined;
  return { type: orNull ? [name, 'null'] : name };
}

/** Their type for a schema of ours; JSON where they have no other word. */
export function typeOf(schema: JsonObject | undefined): string {
  const type = schema?.type;
  const name = isJsonArray(type) ? type.find((one) => one !== 'null') : type;
  if (name === 'integer') return 'NUMBER';
  return Object.keys(TYPES).find((key) => TYPES[key] === name) ?? 'JSON';
}

/** Whether their word is one of their own, so that no other has to be kept. */
export function isTheirType(type: string): boolean {
  return type === 'JSON' || Object.hasOwn(TYPES, type);
}

/** Writes a text into a template so that it is nothing but text (V3: what stands in a hole is CEL). */
export function literalText(text: string): string {
  return text.includes('{{') || text.includes('}}') ? `{{ ${JSON.stringify(text)} }}` : text;
}

/** The same for every text of a value, keys left as they are. */
export function literalJson(value: Json): Json {
  if (typeof value === 'string') return literalText(value);
  if (Array.isArray(value)) return value.map(literalJson);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, literalJson(item)]));
}

/** The text that a template stands for when it is nothing but text; undefined where it reads something. */
export function textOfLiteral(template: string): string | undefined {
  if (!template.includes('{{')) return template;
  const hole = /^\{\{ ("(?:[^"\\]|\\.)*") \}\}$/s.exec(template)?.[1];
  if (hole === undefined) return undefined;
  try {
    const text: unknown = JSON.parse(hole);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The value that stands in a template of JSON; undefined where some text of it reads something. */
export function valueOfLiteral(template: Json): Json | undefined {
  if (typeof template === 'string') return textOfLiteral(template);
  if (isJsonArray(template)) return allOf(template.map(valueOfLiteral));
  if (!isJsonObject(template)) return template;
  const entries = Object.entries(template).map(([key, item]) => [key, valueOfLiteral(item)] as const);
  if (entries.some(([, item]) => item === undefined)) return undefined;
  return Object.fromEntries(entries.map(([key, item]) => [key, item ?? null]));
}

function allOf(items: readonly (Json | undefined)[]): Json | undefined {
  return items.includes(undefined) ? undefined : items.map((item) => item ?? null);
}

/** A member of `result` as CEL reads it. */
export function memberOf(root: string, key: string): string {
  const isPlain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !isReservedName(key);
  return isPlain ? `${root}.${key}` : `${root}[${JSON.stringify(key)}]`;
}

/** The key that an expression of `memberOf` names; undefined for any other expression. */
export function keyOfMember(root: string, expression: string): string | undefined {
  const dotted = /^([A-Za-z_]\w*)\.([A-Za-z_]\w*)$/.exec(expression);
  if (dotted && dotted[1] === root) return dotted[2];
  if (!expression.startsWith(`${root}[`) || !expression.endsWith(']')) return undefined;
  return textOfLiteral(`{{ ${expression.slice(root.length + 1, -1)} }}`);
}
