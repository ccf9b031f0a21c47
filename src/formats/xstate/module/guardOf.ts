import { isJsonObject, type Json, type JsonObject } from '#base';
import { celOf, WHEN_GUARD } from '../dialect';
import { valueIn } from './actionsOf';
import type { ModuleReading } from './moduleReading';
import { constantValue, negation } from './operators';
import { ourCondition } from './ourModule';
import { isOfVersion4 } from './parameters';
import { refusedByTypes } from './refusedByTypes';
import { calledName, constant, isFunction, parts, type Syntax } from './syntax';
import { Translator } from './toCel';
import { both } from './typeNames';
import { condition, RANK, type Value } from './value';

/** A guard as the dialect writes it: a name, a name with parameters, or a condition. Null where it is neither. */
export function guardOf(reading: ModuleReading, node: Syntax, path: string): JsonObject {
  const named = namedGuard(reading, node, path);
  if (named !== null) return named;
  const ours = ourCondition(reading.module, node);
  if (ours !== null) return { type: WHEN_GUARD, params: { when: ours } };
  const when = conditionOf(reading, node, path);
  return when === null
    ? { type: reading.keep(null, node, path, 'guard') }
    : { type: WHEN_GUARD, params: { when } };
}

/** `'isReady'`, `{type: 'isReady', params: …}`. */
function namedGuard(reading: ModuleReading, node: Syntax, path: string): JsonObject | null {
  const value = constant(node);
  if (typeof value === 'string') return { type: value };
  const literal = node.type === 'ObjectExpression' ? reading.module.literal(node) : undefined;
  if (isJsonObject(literal)) return literal;
  if (node.type !== 'ObjectExpression') return null;
  const type = reading.module.memberOf(node, 'type');
  const params = reading.module.memberOf(node, 'params');
  const name = type === null ? undefined : constant(reading.module.resolve(type));
  const given = params === null ? undefined : valueIn(reading, params, path);
  return typeof name === 'string' && given !== undefined ? { type: name, params: given } : null;
}

/** Any guard as a condition: functions, `and`, `or`, `not`, `stateIn`, names. */
export function conditionOf(reading: ModuleReading, node: Syntax, path: string): string | null {
  const value = guardAt(reading, node, path);
  if (value === null) return null;
  reading.reason = refusedByTypes('condition', value.cel);
  return reading.reason === null ? value.cel : null;
}

/** Notes which guards of the module may throw, also because they ask another that may. */
export function noteThrowing(reading: ModuleReading, guards: readonly (readonly [string, Syntax])[]): void {
  for (let before = -1; before !== reading.throwing.size; ) {
    before = reading.throwing.size;
    for (const [name, node] of guards)
      if (guardAt(reading, node, `/guards/${name}`)?.throws) reading.throwing.add(name);
  }
}

function guardAt(reading: ModuleReading, node: Syntax, path: string): Value | null {
  if (!reading.module.spend()) return null;
  const named = namedGuard(reading, node, path);
  if (named !== null) return nameCondition(reading, named);
  const resolved = reading.module.resolve(node);
  if (isFunction(resolved)) return functionCondition(reading, resolved, path);
  const [first] = parts(resolved, 'arguments');
  const value = first === undefined ? undefined : reading.module.resolve(first);
  if (value === undefined) return null;
  switch (calledName(resolved)) {
    case 'and':
      return joined(reading, value, '&&', path);
    case 'or':
      return joined(reading, value, '||', path);
    case 'not': {
      const inner = guardAt(reading, value, path);
      return inner === null ? null : negation(inner);
    }
    case 'stateIn': {
      const state = reading.module.literal(value);
      return state === undefined ? null : inStates(state);
    }
    default:
      return null;
  }
}

/** What a name stands for may throw, and is another's: it is taken to. */
function nameCondition(reading: ModuleReading, { type, params }: JsonObject): Value | null {
  if (typeof type !== 'string') return null;
  const name = JSON.stringify(type);
  const cel = params === undefined ? `guard(${name})` : `guard(${name}, ${celOf(params)})`;
  return condition(cel, RANK.atom, reading.mayThrow(type));
}

function functionCondition(reading: ModuleReading, node: Syntax, path: string): Value | null {
  if (isOfVersion4(node)) {
    reading.reason = 'it takes an event as second parameter, as in XState v4, where v5 gives "params"';
    return null;
  }
  const translator = Translator.inside(reading.setting(path), node, true);
  const body = Translator.body(node);
  const value = translator === null || body === null ? null : translator.condition(body);
  reading.reason =
    translator === null || body === null
      ? 'it is more than one expression'
      : value === null
        ? translator.reason
        : null;
  return value;
}

function joined(reading: ModuleReading, list: Syntax, sign: '&&' | '||', path: string): Value | null {
  if (list.type !== 'ArrayExpression') return null;
  const [first, ...others] = parts(list, 'elements').map((item) => guardAt(reading, item, path));
  if (first === undefined) return constantValue(sign === '&&');
  return others.reduce<Value | null>(
    (all, one) => (all === null || one === null ? null : both(all, sign, one)),
    first,
  );
}

/** XState's `stateIn`: an id, or a value of states from the root, all of which must be active. */
function inStates(state: Json): Value | null {
  const asked = (path: string): Value => condition(`inState(${JSON.stringify(path)})`, RANK.atom, false);
  if (typeof state === 'string') return asked(state.startsWith('#') ? state : `.${state}`);
  const [first, ...others] = isJsonObject(state) ? leavesOf(state, '').map(asked) : [];
  return first === undefined ? null : others.reduce((all, one) => both(all, '&&', one), first);
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
