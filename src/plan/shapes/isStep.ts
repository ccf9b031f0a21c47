import { isJsonObject, type JsonObject, own } from '#base';
import { NODE_TYPES } from '../nodes';
import { CALL_HOLDERS, CALL_NAMES, TOOL_FIELDS } from './fields';

const STEP_TYPES = new Set([
  'tool',
  'message',
  'finish',
  'internal',
  'function',
  'function_call',
  'tool_use',
]);

/** Whether a type is one of ours, in the spelling of the format. */
export function isNodeType(type: unknown): type is keyof typeof NODE_TYPES {
  return typeof type === 'string' && Object.hasOwn(NODE_TYPES, type);
}

/** Whether an object is one step in any of the shapes that are read (reference 6 §1.3, §3, §4). */
export function isStep(value: JsonObject): boolean {
  if (isNodeType(value.type)) return true;
  if (typeof value.type === 'string' && STEP_TYPES.has(value.type)) return true;
  if (TOOL_FIELDS.some((field) => Object.hasOwn(value, field))) return true;
  return isGoalStep(value) || isCall(value);
}

/** A step of reference 4. */
export function isGoalStep(value: JsonObject): boolean {
  return typeof own(value, 'goal') === 'string' && own(value, 'primary_tools') !== undefined;
}

/** A function call in any dialect: `{function: {name, arguments}}`, or name and arguments by themselves. */
export function isCall(value: JsonObject): boolean {
  if (own(value, 'function') !== undefined) return true;
  if (CALL_HOLDERS.some((name) => isJsonObject(own(value, name)))) return true;
  if (TOOL_FIELDS.some((field) => Object.hasOwn(value, field))) return false;
  if (!CALL_NAMES.some((name) => typeof own(value, name) === 'string')) return false;
  return (
    ['arguments', 'args', 'parameters'].some((field) => own(value, field) !== undefined) ||
    value.type === 'tool_use' ||
    value.type === 'function_call'
  );
}
