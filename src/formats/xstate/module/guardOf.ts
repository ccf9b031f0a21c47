import { isJsonObject, type Json, type JsonObject } from '#base';
import { celOf, marked, WHEN_GUARD } from '../dialect';
import type { ModuleReading } from './actionsOf';
import { calledName, constant, isFunction, parts, type Syntax } from './syntax';
import { Translator } from './toCel';

/** A guard as the dialect writes it: a name, a name with parameters, or a condition. Null where it is neither. */
export function guardOf(reading: ModuleReading, node: Syntax, path: string): JsonObject {
  const named = namedGuard(reading, node);
  if (named !== null) return named;
  const when = conditionOf(reading, node);
  return when === null
    ? { type: reading.keep(null, node, path, 'guard') }
    : { type: WHEN_GUARD, params: { when } };
}

/** `'isReady'`, `{type: 'isReady', params: …}`. */
function namedGuard(reading: ModuleReading, node: Syntax): JsonObject | null {
  const value = constant(node);
  if (typeof value === 'string') return { type: value };
  const literal = node.type === 'ObjectExpression' ? reading.module.literal(node) : undefined;
  if (isJsonObject(literal)) return literal;
  if (node.type !== 'ObjectExpression') return null;
  const type = reading.module.memberOf(node, 'type');
  const params = reading.module.memberOf(node, 'params');
  const name = type === null ? undefined : constant(reading.module.resolve(type));
  const cel = params === null ? null : Translator.function(reading.module, reading.module.resolve(params));
  return typeof name === 'string' && cel !== null ? { type: name, params: marked(cel) } : null;
}

/** Any guard as a condition: functions, `and`, `or`, `not`, `stateIn`, names. */
export function conditionOf(reading: ModuleReading, node: Syntax): string | null {
  if (!reading.module.spend()) return null;
  const named = namedGuard(reading, node);
  if (named !== null) return nameCondition(named);
  const resolved = reading.module.resolve(node);
  if (isFunction(resolved)) return functionCondition(reading, resolved);
  const [first] = parts(resolved, 'arguments');
  const value = first === undefined ? undefined : reading.module.resolve(first);
  if (value === undefined) return null;
  switch (calledName(resolved)) {
    case 'and':
      return joined(reading, value, ' && ');
    case 'or':
      return joined(reading, value, ' || ');
    case 'not': {
      const inner = conditionOf(reading, value);
      return inner === null ? null : `!${atom(inner)}`;
    }
    case 'stateIn': {
      const state = reading.module.literal(value);
      return state === undefined ? null : inStates(state);
    }
    default:
      return null;
  }
}

function nameCondition({ type, params }: JsonObject): string | null {
  if (typeof type !== 'string') return null;
  const name = JSON.stringify(type);
  return params === undefined ? `guard(${name})` : `guard(${name}, ${celOf(params)})`;
}

function functionCondition(reading: ModuleReading, node: Syntax): string | null {
  const translator = Translator.inside(reading.module, node, true);
  const body = Translator.body(node);
  return translator === null || body === null ? null : translator.condition(body);
}

function joined(reading: ModuleReading, list: Syntax, operator: string): string | null {
  if (list.type !== 'ArrayExpression') return null;
  const all = parts(list, 'elements').map((item) => conditionOf(reading, item));
  if (all.some((one) => one === null)) return null;
  if (all.length === 0) return operator === ' && ' ? 'true' : 'false';
  return all.map((one) => (all.length === 1 ? one : atom(one ?? ''))).join(operator);
}

/** A call, a name or a negation needs no brackets. */
function atom(cel: string): string {
  return /^!?(?:\w+(?:\("(?:[^"\\]|\\.)*"\))?)$/.test(cel) ? cel : `(${cel})`;
}

/** XState's `stateIn`: an id, or a value of states from the root, all of which must be active. */
function inStates(state: Json): string | null {
  if (typeof state === 'string')
    return `inState(${JSON.stringify(state.startsWith('#') ? state : `.${state}`)})`;
  if (!isJsonObject(state)) return null;
  const leaves = leavesOf(state, '');
  return leaves.length === 0 ? null : leaves.map((path) => `inState(${JSON.stringify(path)})`).join(' && ');
}

function leavesOf(value: Json, path: string): readonly string[] {
  if (typeof value === 'string') return [`${path}.${escapedKey(value)}`];
  if (!isJsonObject(value)) return [];
  const entries = Object.entries(value);
  if (entries.length === 0) return path === '' ? [] : [path];
  return entries.flatMap(([key, inner]) => leavesOf(inner, `${path}.${escapedKey(key)}`));
}

function escapedKey(key: string): string {
  return key.replace(/[\\.]/g, '\\$&');
}
