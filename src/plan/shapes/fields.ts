import { isJsonObject, type Json, type JsonObject, own } from '#base';

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

/** The fields of an object that nothing has read: they stay with the node under `source`. */
export function leftOf(object: JsonObject, read: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !read.has(name)));
}
