import { isJsonObject, type Json, type JsonObject, present } from '#base';
import { typeProblem, typeProblemOfCondition } from '#plan';
import { below, type Path } from '../../common/report';
import { celOf, marked, WHEN_GUARD } from '../dialect';
import type { ModuleReading } from './moduleReading';
import { both, constantValue, negation } from './operators';
import { ourCondition, ourValue } from './ourModule';
import { isOfVersion4 } from './setting';
import { calledName, constant, givenBy, isFunction, part, parts, type Syntax } from './syntax';
import { Translator } from './toCel';
import { condition, isOnly, may, RANK, TYPES, type Value } from './value';

/** Actions of a configuration as the dialect writes them. */
export function actionsOf(reading: ModuleReading, node: Syntax, path: string): readonly Json[] {
  const resolved = reading.module.resolve(node);
  if (resolved.type !== 'ArrayExpression')
    return [actionOf(reading, node, path) ?? unknownAction(reading, node, path)];
  return reading.module.elementsOf(resolved).map((item, index) => {
    const at = below(path, index);
    reading.found(at, item);
    return actionOf(reading, item, at) ?? unknownAction(reading, item, at);
  });
}

function unknownAction(reading: ModuleReading, node: Syntax, path: string): Json {
  return { type: reading.keep(null, node, path, 'action') };
}

/** A name, a name with parameters, or one of XState's own actions; null for all else. */
export function actionOf(reading: ModuleReading, node: Syntax, path: Path): Json | null {
  if (!reading.module.spend()) return null;
  const value = constant(node);
  if (typeof value === 'string') return { type: value };
  const resolved = reading.module.resolve(node);
  if (resolved.type === 'ObjectExpression') return objectAction(reading, resolved, path);
  const args = parts(resolved, 'arguments');
  switch (calledName(resolved)) {
    case 'assign':
      return assignment(reading, args, path);
    case 'raise':
      return sent(reading, 'xstate.raise', {}, args[0], args[1], path);
    case 'emit':
      return sent(reading, 'xstate.emit', {}, args[0], undefined, path);
    case 'sendTo': {
      const to = args[0] === undefined ? undefined : reading.module.literal(args[0]);
      return typeof to === 'string' ? sent(reading, 'xstate.sendTo', { to }, args[1], args[2], path) : null;
    }
    case 'cancel': {
      const sendId = args[0] === undefined ? undefined : reading.module.literal(args[0]);
      return typeof sendId === 'string' ? { type: 'xstate.cancel', params: { sendId } } : null;
    }
    case 'log':
      return logged(reading, args, path);
    default:
      return null;
  }
}

function objectAction(reading: ModuleReading, node: Syntax, path: Path): Json | null {
  const literal = reading.module.literal(node);
  if (isJsonObject(literal)) return literal;
  const type = reading.module.memberOf(node, 'type');
  const params = reading.module.memberOf(node, 'params');
  const name = type === null ? undefined : reading.module.literal(type);
  const value = params === null ? undefined : valueIn(reading, params, path);
  return typeof name === 'string' && value !== undefined ? { type: name, params: value } : null;
}

/** `assign({count: ({context}) => context.count + 1})`, `assign(({event}) => ({name: event.name}))`. */
function assignment(reading: ModuleReading, [given]: readonly Syntax[], path: Path): Json | null {
  const argument = given === undefined ? null : reading.module.resolve(given);
  if (argument === null) return null;
  if (argument.type === 'ObjectExpression') {
    const values = members(reading, reading.module.propertiesOf(argument), (value) =>
      valueIn(reading, value, path),
    );
    return values === null ? null : { type: 'xstate.assign', params: { assignment: values } };
  }
  const translator = Translator.inside(reading.setting(path), argument);
  const made = givenBy(argument);
  const body = made === null ? null : reading.module.resolve(made);
  if (translator === null || body?.type !== 'ObjectExpression') return null;
  const properties = reading.module.propertiesOf(body);
  // `({context}) => ({...context, count: 1})`: what is not assigned stays as it is anyway.
  const [first, ...others] = properties;
  const whole = first?.type === 'SpreadElement' ? part(first, 'argument') : null;
  const isWhole = whole?.type === 'Identifier' && translator.root(whole) === 'context';
  const values = members(reading, isWhole ? others : properties, (value) => {
    const read = translated(reading, translator, value);
    return read === null ? undefined : jsonOf(read);
  });
  return values === null ? null : { type: 'xstate.assign', params: { assignment: values } };
}

function sent(
  reading: ModuleReading,
  type: string,
  more: JsonObject,
  event: Syntax | undefined,
  options: Syntax | undefined,
  path: Path,
): Json | null {
  const isHeard = type !== 'xstate.emit';
  const built = event === undefined ? null : eventOf(reading, event, path, isHeard);
  if (built === null) return null;
  const params: Record<string, Json> = { ...more, event: built };
  if (options === undefined) return { type, params };
  const object = reading.module.resolve(options);
  if (object.type !== 'ObjectExpression') return null;
  const read = members(reading, reading.module.propertiesOf(object), (value, key) => {
    const isComputed =
      isFunction(reading.module.resolve(value)) && ourValue(reading.module, value) === undefined;
    if (key !== 'delay' || !isComputed) return valueIn(reading, value, path);
    const delay = numberIn(reading, value, path);
    return delay === null ? undefined : marked(delay);
  });
  if (read === null || Object.keys(read).some((key) => key !== 'id' && key !== 'delay')) return null;
  return { type, params: { ...params, ...read } };
}

/** An event written out, or a function that gives one whose type is written out. */
function eventOf(reading: ModuleReading, node: Syntax, path: Path, isHeard: boolean): JsonObject | null {
  const resolved = reading.module.resolve(node);
  const ours = ourValue(reading.module, resolved);
  if (isJsonObject(ours)) return ours;
  const setting = reading.setting(path);
  const translator = isFunction(resolved)
    ? Translator.inside(setting, resolved)
    : Translator.outside(setting);
  const body = isFunction(resolved) ? givenBy(resolved) : resolved;
  if (translator === null || body?.type !== 'ObjectExpression') return null;
  const event = members(reading, reading.module.propertiesOf(body), (value) => {
    const read = translated(reading, translator, value);
    // Who hears it could tell what is undefined from what is null.
    return read === null || (isHeard && may(read, TYPES.undefined | TYPES.hollow)) ? undefined : jsonOf(read);
  });
  return event !== null && typeof event.type === 'string' ? event : null;
}

function logged(reading: ModuleReading, [first, second]: readonly Syntax[], path: Path): Json | null {
  const value = first === undefined ? undefined : valueIn(reading, first, path);
  const label = second === undefined ? undefined : reading.module.literal(second);
  if (value === undefined || (second !== undefined && typeof label !== 'string')) return null;
  return { type: 'xstate.log', params: { value, ...present({ label }) } };
}

/** A constant, or what a function gives, as a marked expression. */
export function valueIn(reading: ModuleReading, node: Syntax, path: Path): Json | undefined {
  const ours = ourValue(reading.module, node);
  if (ours !== undefined) return ours;
  const value = valueAt(reading, node, path);
  return value === null ? undefined : jsonOf(value);
}

/** Milliseconds that a function gives, in CEL; null where it may give anything else. */
export function numberIn(reading: ModuleReading, node: Syntax, path: Path): string | null {
  const value = valueAt(reading, node, path);
  if (value === null) return null;
  if (isOnly(value, TYPES.number)) return value.cel;
  reading.reason = 'nothing here says that it is a number';
  return null;
}

function valueAt(reading: ModuleReading, node: Syntax, path: Path): Value | null {
  const setting = reading.setting(path);
  const resolved = reading.module.resolve(node);
  if (!isFunction(resolved)) return translated(reading, Translator.outside(setting), node);
  const translator = Translator.inside(setting, resolved);
  const body = givenBy(resolved);
  if (translator !== null && body !== null) return translated(reading, translator, body);
  reading.reason = 'it is more than one expression';
  return null;
}

function translated(reading: ModuleReading, translator: Translator, node: Syntax): Value | null {
  const value = translator.value(node);
  reading.reason = value === null ? translator.reason : whyNot(value);
  return reading.reason === null ? value : null;
}

function whyNot({ cel, isWild }: Value): string | null {
  return isWild ? 'its number may be NaN' : refusedByTypes('value', cel);
}

function jsonOf({ cel, constant: fixed }: Value): Json {
  return fixed === undefined ? marked(cel) : (fixed.value ?? null);
}

/** All of the members of an object literal, or null where one cannot be read. */
function members(
  reading: ModuleReading,
  properties: readonly Syntax[],
  read: (value: Syntax, key: string) => Json | undefined,
): JsonObject | null {
  const entries: [string, Json][] = [];
  for (const property of properties) {
    const [key, node] = reading.module.entryOf(property) ?? [];
    const value = node && read(node, key ?? '');
    if (key === undefined || value === undefined) return null;
    entries.push([key, value]);
  }
  return Object.fromEntries(entries);
}

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
  reading.reason = null;
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
  return condition(cel, RANK.atom, reading.throwing.has(type));
}

function functionCondition(reading: ModuleReading, node: Syntax, path: string): Value | null {
  if (isOfVersion4(node)) {
    reading.reason = 'it takes an event as second parameter, as in XState v4, where v5 gives "params"';
    return null;
  }
  const translator = Translator.inside(reading.setting(path), node, true);
  const body = givenBy(node);
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

const CHECKS = { value: typeProblem, condition: typeProblemOfCondition } as const;

/** Of no variable is anything known: it may be anything. */
const NO_TYPES: Parameters<typeof typeProblem>[1] = new Map();

/**
 * Why CEL refuses an expression whatever its variables are; null where it does not. CEL looks at the types of the whole before
 * it evaluates any of it, where JavaScript throws only if it comes to the part that fits nothing.
 */
function refusedByTypes(kind: keyof typeof CHECKS, cel: string): string | null {
  const problem = CHECKS[kind](cel, NO_TYPES);
  return problem === null ? null : `part of it would always throw: in CEL, ${problem.message}`;
}
