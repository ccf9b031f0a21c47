import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  own,
  parseExactJson,
  present,
} from '#base';
import { NODE_TYPES } from '../nodes/node';
import {
  CALL_HOLDERS,
  CALL_INPUTS,
  CALL_NAMES,
  entriesOf,
  firstOf,
  type Outline,
  outline,
  TOOL_FIELDS,
} from './outline';

/**
 * Function calls as chat services write them: a whole reply, a message, its content, or one call. A call whose arguments are
 * a plan is that plan; all others are one step each, and none waits for another (R13).
 */
export function outlineOfCalls(object: JsonObject, planIn: (value: Json) => Outline | null): Outline | null {
  // What it holds under the names of a message is its own then.
  if (holdsPlan(object) || isNodeType(object.type) || firstOf(object, TOOL_FIELDS) !== null) return null;
  const calls = callsOf(object);
  return calls === null ? null : outlineOfCallList(calls, planIn);
}

/** The same for the calls of one message, in a list. */
export function outlineOfCallList(calls: readonly Json[], planIn: (value: Json) => Outline | null): Outline {
  const [only] = calls;
  if (calls.length === 1 && isJsonObject(only)) {
    const argumentsOfCall = argumentsIn(only);
    const plan = argumentsOfCall !== null && holdsPlan(argumentsOfCall) ? planIn(argumentsOfCall) : null;
    if (plan) return { ...plan, repairs: ['Read the plan out of a function call.', ...plan.repairs] };
  }
  return outline(entriesOf(calls, ''), { order: { kind: 'references' }, oneStep: calls.length === 1 });
}

/** Only the unmistakable wrappings: a tool of the catalogue may well take `{goal}` or `{tool}`. */
function holdsPlan(value: JsonObject): boolean {
  return ['steps', 'nodes', 'groups'].some((key) => typeof own(value, key) === 'object');
}

/** Where the message, and its parts, stand in a reply. */
const AROUND = ['choices', 'candidates', 'message', 'output', 'content', 'parts'] as const;
/** Lists that hold nothing but calls. */
const LISTS = ['tool_calls', 'toolCalls', 'tool_uses', 'functionCalls', 'function_calls'] as const;
/** As deep as a message lies in a reply: `candidates[0].content.parts`. */
const DEEPEST = 4;

/** The calls in an object; null when there is none. */
function callsOf(object: JsonObject, depth = 0): readonly Json[] | null {
  for (const name of LISTS) {
    const list = own(object, name);
    if (isJsonArray(list) && list.length > 0) return list.map(unwrapped);
  }
  if (CALL_HOLDERS.some((name) => isJsonObject(own(object, name)))) return [unwrapped(object)];
  if (isCall(object)) return [object];
  return depth < DEEPEST ? callsAround(object, depth) : null;
}

function callsAround(object: JsonObject, depth: number): readonly Json[] | null {
  for (const name of AROUND) {
    const inner = own(object, name);
    const found = isJsonObject(inner)
      ? callsOf(inner, depth + 1)
      : Array.isArray(inner)
        ? callsAmong(inner, name, depth)
        : null;
    if (found !== null) return found;
  }
  return null;
}

/** Of several answers the first counts; of the parts of one message those that are calls. */
function callsAmong(list: readonly Json[], name: string, depth: number): readonly Json[] | null {
  if (name === 'choices' || name === 'candidates') {
    const [first] = list;
    return isJsonObject(first) ? callsOf(first, depth + 1) : null;
  }
  const calls = list.filter(isJsonObject).filter((part) => isPart(part) && isCall(part));
  return calls.length > 0 ? calls.map(unwrapped) : null;
}

/** Content that only talks about a tool is no call. */
function isPart(part: JsonObject): boolean {
  const { type } = part;
  return (
    type === 'tool_use' ||
    type === 'function_call' ||
    (type === undefined && CALL_HOLDERS.some((name) => isJsonObject(own(part, name))))
  );
}

/** A call without what some dialects put around it. */
function unwrapped(call: Json): Json {
  if (!isJsonObject(call)) return call;
  const inner = firstOf(call, CALL_HOLDERS)?.value;
  if (inner === undefined || !isJsonObject(inner)) return call;
  const id = firstOf(inner, ['id', 'toolUseId'])?.value;
  return { ...present({ id }), type: 'function_call', ...inner };
}

/** Name and arguments of a call, wherever its dialect keeps them. */
export function callOf(step: JsonObject): {
  readonly name: Json | undefined;
  readonly input: Json | undefined;
} {
  const whole = unwrapped(step);
  const outer = isJsonObject(whole) ? whole : step;
  const inner = own(outer, 'function');
  const call = isJsonObject(inner) ? inner : outer;
  const name = firstOf(call, CALL_NAMES)?.value ?? (typeof inner === 'string' ? inner : undefined);
  return { name: withoutNamespace(name), input: firstOf(call, CALL_INPUTS)?.value };
}

/** Fields of a call that its node is made of, or that say nothing of it. */
export const CALL_FIELDS: ReadonlySet<string> = new Set([
  'function',
  'type',
  ...CALL_HOLDERS,
  ...CALL_NAMES,
  ...CALL_INPUTS,
]);

/** Where every tool is a function of a namespace, that says nothing. */
function withoutNamespace(name: Json | undefined): Json | undefined {
  return typeof name === 'string' && name.startsWith('functions.') ? name.slice('functions.'.length) : name;
}

function argumentsIn(call: JsonObject): JsonObject | null {
  const { input } = callOf(call);
  if (isJsonObject(input)) return input;
  if (typeof input !== 'string') return null;
  const parsed = parseExactJson(input, LIMITS.jsonDepth);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : null;
}

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
