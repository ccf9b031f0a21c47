import { isJsonObject, type Json, type JsonObject, LIMITS, own, parseExactJson } from '#base';
import { isCall } from './isStep';
import { entriesOf, type Outline, outline } from './outline';

/**
 * Function calls as chat services write them: a whole reply (`choices`), a message with `tool_calls` or
 * `function_call`, content with `tool_use` parts, or one call. A call whose arguments are a plan is that plan; all
 * others are one step each, in order.
 */
export function outlineOfCalls(object: JsonObject, planIn: (value: Json) => Outline | null): Outline | null {
  const calls = callsOf(object);
  if (calls === null) return null;
  const [only] = calls;
  if (calls.length === 1 && isJsonObject(only)) {
    const argumentsOfCall = argumentsIn(only);
    const plan = argumentsOfCall !== null && holdsPlan(argumentsOfCall) ? planIn(argumentsOfCall) : null;
    if (plan) return { ...plan, repairs: ['Read the plan out of a function call.', ...plan.repairs] };
  }
  return outline(entriesOf(calls, ''), { oneStep: calls.length === 1 });
}

/** Only the unmistakable wrappings: a tool of the catalogue may well take `{goal}` or `{tool}`. */
function holdsPlan(value: JsonObject): boolean {
  return ['steps', 'nodes', 'groups'].some((key) => typeof own(value, key) === 'object');
}

/** The calls in an object; null when there is none. */
function callsOf(object: JsonObject): readonly Json[] | null {
  const choices = own(object, 'choices');
  if (Array.isArray(choices) && isJsonObject(choices[0])) return callsOf(choices[0]);
  const message = own(object, 'message');
  if (isJsonObject(message)) return callsOf(message);
  const calls = own(object, 'tool_calls') ?? own(object, 'toolCalls');
  if (Array.isArray(calls) && calls.length > 0) return calls;
  const call = own(object, 'function_call');
  if (isJsonObject(call)) return [call];
  const content = own(object, 'content');
  if (Array.isArray(content)) {
    const used = content.filter((part) => isJsonObject(part) && part.type === 'tool_use');
    return used.length > 0 ? used : null;
  }
  return isCall(object) ? [object] : null;
}

/** Name and arguments of a call, wherever its dialect keeps them. */
export function callOf(step: JsonObject): {
  readonly name: Json | undefined;
  readonly input: Json | undefined;
} {
  const inner = own(step, 'function');
  const call = isJsonObject(inner) ? inner : step;
  const name = own(call, 'name') ?? (typeof inner === 'string' ? inner : undefined);
  return { name, input: own(call, 'arguments') ?? own(call, 'parameters') ?? own(call, 'input') };
}

function argumentsIn(call: JsonObject): JsonObject | null {
  const { input } = callOf(call);
  if (isJsonObject(input)) return input;
  if (typeof input !== 'string') return null;
  const parsed = parseExactJson(input, LIMITS.jsonDepth);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : null;
}
