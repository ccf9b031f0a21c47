import { isJsonObject, type Json, type JsonObject } from '#base';
import type { ImportReport } from '../../common/report';
import { marked } from '../dialect';
import type { ModuleText } from './moduleText';
import { calledName, constant, isFunction, part, parts, type Syntax } from './syntax';
import { Translator } from './toCel';

/** One machine of a module being read: what cannot be translated is kept by name, with its text. */
export class ModuleReading {
  private readonly kept = new Map<string, string>();

  constructor(
    readonly module: ModuleText,
    readonly report: ImportReport,
  ) {}

  /**
   * Something that would have to be run to be known: a named implementation (M6). It is told, and its text is kept.
   *
   * @param name what the machine calls it; null where it is written in place, and gets a name after its place
   */
  keep(name: string | null, node: Syntax, path: string, kind: string): string {
    const known = name ?? (node.type === 'Identifier' ? this.module.text(node) : `inline ${path}`);
    const unique = known.slice(0, 200);
    const text = this.module.text(this.module.resolve(node)).slice(0, 20_000);
    this.kept.set(unique, text);
    this.report.warn(
      'XSTATE_IMPLEMENTATION',
      `The ${kind} "${unique}" is code: it is kept as a name, and not run.`,
      'Bind it to a capability (--bind NAME=CAPABILITY), or write what it does as a condition or an assignment.',
      path,
    );
    return unique;
  }

  /** Text that only the module's compiler needs, kept for readers. */
  note(path: string, node: Syntax): undefined {
    this.kept.set(path, this.module.text(node).slice(0, 20_000));
    this.report.kept(
      path,
      'source.xstate.code',
      'It holds types, which only the compiler of the module reads.',
    );
  }

  code(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.kept);
  }
}

/** Actions of a configuration as the dialect writes them. */
export function actionsOf(reading: ModuleReading, node: Syntax, path: string): readonly Json[] {
  const resolved = reading.module.resolve(node);
  if (resolved.type !== 'ArrayExpression')
    return [actionOf(reading, node) ?? unknownAction(reading, node, path)];
  return parts(resolved, 'elements').map(
    (item, index) => actionOf(reading, item) ?? unknownAction(reading, item, `${path}/${index}`),
  );
}

function unknownAction(reading: ModuleReading, node: Syntax, path: string): Json {
  return { type: reading.keep(null, node, path, 'action') };
}

/** A name, a name with parameters, or one of XState's own actions; null for all else. */
export function actionOf(reading: ModuleReading, node: Syntax): Json | null {
  if (!reading.module.spend()) return null;
  const value = constant(node);
  if (typeof value === 'string') return { type: value };
  const resolved = reading.module.resolve(node);
  if (resolved.type === 'ObjectExpression') return objectAction(reading, resolved);
  const args = parts(resolved, 'arguments');
  switch (calledName(resolved)) {
    case 'assign':
      return assignment(reading, args);
    case 'raise':
      return sent(reading, 'xstate.raise', {}, args[0], args[1]);
    case 'emit':
      return sent(reading, 'xstate.emit', {}, args[0], undefined);
    case 'sendTo': {
      const to = args[0] === undefined ? undefined : reading.module.literal(args[0]);
      return typeof to === 'string' ? sent(reading, 'xstate.sendTo', { to }, args[1], args[2]) : null;
    }
    case 'cancel': {
      const sendId = args[0] === undefined ? undefined : reading.module.literal(args[0]);
      return typeof sendId === 'string' ? { type: 'xstate.cancel', params: { sendId } } : null;
    }
    case 'log':
      return logged(reading, args);
    default:
      return null;
  }
}

function objectAction(reading: ModuleReading, node: Syntax): Json | null {
  const literal = reading.module.literal(node);
  if (isJsonObject(literal)) return literal;
  const type = reading.module.memberOf(node, 'type');
  const params = reading.module.memberOf(node, 'params');
  const name = type === null ? undefined : reading.module.literal(type);
  const value = params === null ? undefined : valueIn(reading, params);
  return typeof name === 'string' && value !== undefined ? { type: name, params: value } : null;
}

/** `assign({count: ({context}) => context.count + 1})`, `assign(({event}) => ({name: event.name}))`. */
function assignment(reading: ModuleReading, [first]: readonly Syntax[]): Json | null {
  const argument = first === undefined ? null : reading.module.resolve(first);
  if (argument === null) return null;
  if (argument.type === 'ObjectExpression') {
    const values = members(reading, argument, (value) => valueIn(reading, value));
    return values === null ? null : { type: 'xstate.assign', params: { assignment: values } };
  }
  const translator = Translator.inside(reading.module, argument);
  const body = Translator.body(argument);
  if (translator === null || body?.type !== 'ObjectExpression') return null;
  const values = members(reading, body, (value) => celValue(reading, translator, value));
  return values === null ? null : { type: 'xstate.assign', params: { assignment: values } };
}

function sent(
  reading: ModuleReading,
  type: string,
  more: JsonObject,
  event: Syntax | undefined,
  options: Syntax | undefined,
): Json | null {
  const built = event === undefined ? null : eventOf(reading, event);
  if (built === null) return null;
  const params: Record<string, Json> = { ...more, event: built };
  if (options === undefined) return { type, params };
  const object = reading.module.resolve(options);
  if (object.type !== 'ObjectExpression') return null;
  const read = members(reading, object, (value) => valueIn(reading, value));
  if (read === null || Object.keys(read).some((key) => key !== 'id' && key !== 'delay')) return null;
  return { type, params: { ...params, ...read } };
}

/** An event written out, or a function that gives one whose type is written out. */
function eventOf(reading: ModuleReading, node: Syntax): JsonObject | null {
  const resolved = reading.module.resolve(node);
  const translator = isFunction(resolved)
    ? Translator.inside(reading.module, resolved)
    : Translator.outside(reading.module);
  const body = isFunction(resolved) ? Translator.body(resolved) : resolved;
  if (translator === null || body?.type !== 'ObjectExpression') return null;
  const event = members(reading, body, (value) => celValue(reading, translator, value));
  return event !== null && typeof event.type === 'string' ? event : null;
}

function logged(reading: ModuleReading, [first, second]: readonly Syntax[]): Json | null {
  const value = first === undefined ? undefined : valueIn(reading, first);
  const label = second === undefined ? undefined : reading.module.literal(second);
  if (value === undefined || (second !== undefined && typeof label !== 'string')) return null;
  return { type: 'xstate.log', params: { value, ...(label === undefined ? {} : { label }) } };
}

/** A constant, or what a function gives, as a marked expression. */
export function valueIn(reading: ModuleReading, node: Syntax): Json | undefined {
  const literal = reading.module.literal(node);
  if (literal !== undefined) return literal;
  const resolved = reading.module.resolve(node);
  const cel = isFunction(resolved)
    ? Translator.function(reading.module, resolved)
    : Translator.outside(reading.module).cel(resolved);
  return cel === null ? undefined : marked(cel);
}

function celValue(reading: ModuleReading, translator: Translator, node: Syntax): Json | undefined {
  const cel = translator.cel(node);
  if (cel === null) return undefined;
  const literal = reading.module.literal(node);
  return literal !== undefined && !translator.knows(node) ? literal : marked(cel);
}

/** All members of an object literal, or null where one cannot be read. */
function members(
  reading: ModuleReading,
  object: Syntax,
  read: (value: Syntax) => Json | undefined,
): JsonObject | null {
  const entries: [string, Json][] = [];
  for (const property of parts(object, 'properties')) {
    const key = property.type === 'Property' ? reading.module.keyOf(property) : null;
    const node = part(property, 'value');
    const value = node === null ? undefined : read(node);
    if (key === null || value === undefined) return null;
    entries.push([key, value]);
  }
  return Object.fromEntries(entries);
}
