import { type Diagnostic, isJsonObject, type Json, type JsonObject, own, type Where } from '#base';

/** A step as it stands in the reply, and the key it had where the steps are a map. */
export interface Entry {
  readonly key: string | null;
  readonly value: Json;
  /** JSON Pointer to it in the reply. */
  readonly field: string;
}

/** An edge in the reply's own words: what it calls its steps may be a text or a number. */
export interface RawEdge {
  readonly from: Json;
  readonly to: Json;
  readonly port?: string;
  /** Where it is said. */
  readonly where?: Where;
}

/**
 * What every plan shape comes down to: steps, and how they follow each other. `chain`: in order (R13). `edges`:
 * exactly these. `stages`: all of one stage after all of the stage before. `references`: a step after those that it reads, and no other
 * order, as among the calls of one message.
 */
export interface Outline {
  readonly entries: readonly Entry[];
  readonly order:
    | { readonly kind: 'chain' }
    | { readonly kind: 'references' }
    | { readonly kind: 'edges'; readonly edges: readonly RawEdge[] }
    | { readonly kind: 'stages'; readonly sizes: readonly number[] };
  /** What belongs to the plan as a whole and has no place in ours. */
  readonly source: JsonObject;
  readonly repairs: readonly string[];
  readonly problems: readonly Diagnostic[];
  /** The value is a step, and not a plan of one (reference 3: a planner gives either). */
  readonly oneStep?: boolean;
}

export function outline(entries: readonly Entry[], rest: Partial<Outline> = {}): Outline {
  return { order: { kind: 'chain' }, source: {}, repairs: [], problems: [], ...rest, entries };
}

export function entriesOf(values: readonly Json[], field: string): readonly Entry[] {
  return values.map((value, index) => ({ key: null, value, field: `${field}/${index}` }));
}

/** The names under which plan formats keep the same thing; the first that is there is read. */
export const TOOL_FIELDS = ['toolId', 'tool_id', 'tool', 'capability', 'pluginRef', 'action'] as const;
/** Objects that hold one function call, what such a call calls its tool, and what it gives it. */
export const CALL_HOLDERS = ['function_call', 'functionCall', 'toolUse', 'tool_use'] as const;
export const CALL_NAMES = ['name', 'tool_name', 'toolName', 'recipient_name'] as const;
export const CALL_INPUTS = ['arguments', 'args', 'parameters', 'input'] as const;
export const INPUT_FIELDS = [
  'input',
  'inputs',
  'arguments',
  'args',
  'parameters',
  'params',
  'action_input',
] as const;
export const NAME_FIELDS = ['displayName', 'name', 'title'] as const;
export const AFTER_FIELDS = ['dependsOn', 'depends_on', 'dependencies', 'after'] as const;

/** The first of several fields that an object has, with its name. */
export function firstOf(
  object: JsonObject,
  names: readonly string[],
): { readonly name: string; readonly value: Json } | null {
  for (const name of names) {
    const value = own(object, name);
    if (value !== undefined) return { name, value };
  }
  return null;
}

/** The text in a message or an answer: itself, or its `text`, `content`, `message` or `prompt`. */
export function textIn(value: Json | undefined): string | null {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return null;
  const inner = firstOf(value, ['text', 'content', 'message', 'prompt']);
  return typeof inner?.value === 'string' ? inner.value : null;
}

/** What was read of a reply, with what was done to read it. */
export function withRepair<Read extends { readonly repairs: readonly string[] }>(
  read: Read,
  repair: string,
): Read {
  return { ...read, repairs: [repair, ...read.repairs] };
}

/** The fields of an object that nothing has read: they stay with the node under `source`. */
export function leftOf(object: JsonObject, read: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !read.has(name)));
}
