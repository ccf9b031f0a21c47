import { type Json, type JsonObject, own } from '#base';
import { below, type Path } from '../../common/report';
import { actionsOf, guardOf, valueIn } from './implementations';
import type { ModuleReading } from './moduleReading';
import { constant, flag, givenBy, isFunction, isNamed, part, parts, type Syntax, word } from './syntax';

type Reader = (reading: ModuleReading, node: Syntax, path: Path) => Json | undefined;

const STATE: Readonly<Record<string, Reader>> = {
  states: (reading, node, path) => mapOf(reading, node, path, stateOf),
  on: (reading, node, path) => mapOf(reading, node, path, transitionsOf),
  after: (reading, node, path) => mapOf(reading, node, path, transitionsOf),
  always: transitionsOf,
  onDone: transitionsOf,
  entry: actionsOf,
  exit: actionsOf,
  invoke: (reading, node, path) => listOf(reading, node, path, invocationOf),
  initial: (reading, node, path) =>
    reading.module.resolve(node).type === 'ObjectExpression'
      ? transitionOf(reading, node, path)
      : text(reading, node, path),
  output: expression,
  context: contextOf,
  types: noted,
  schemas: noted,
};

const TRANSITION: Readonly<Record<string, Reader>> = {
  guard: guardOf,
  actions: actionsOf,
};

const INVOCATION: Readonly<Record<string, Reader>> = {
  src: sourceOf,
  input: expression,
  onDone: transitionsOf,
  onError: transitionsOf,
  onSnapshot: (reading, node, path) => reading.module.literal(node) ?? transitionsOf(reading, node, path),
};

/** The configuration of a machine, or of a state in it, in the dialect that `importMachine` reads. */
export function stateOf(reading: ModuleReading, node: Syntax, path: Path): JsonObject {
  return objectOf(reading, node, path, STATE);
}

function transitionsOf(reading: ModuleReading, node: Syntax, path: Path): Json {
  return listOf(reading, node, path, transitionOf);
}

function transitionOf(reading: ModuleReading, node: Syntax, path: Path): Json {
  const value = constant(reading.module.resolve(node));
  return value === undefined ? objectOf(reading, node, path, TRANSITION) : (value ?? {});
}

function invocationOf(reading: ModuleReading, node: Syntax, path: Path): Json {
  return objectOf(reading, node, path, INVOCATION);
}

/** Members by what they mean; all others as they are written. */
function objectOf(
  reading: ModuleReading,
  node: Syntax,
  path: Path,
  readers: Readonly<Record<string, Reader>>,
): JsonObject {
  return mapOf(reading, node, path, (_, value, at, key) => {
    return (own(readers, key) ?? literal)(reading, value, at);
  });
}

function mapOf(
  reading: ModuleReading,
  node: Syntax,
  path: Path,
  read: (reading: ModuleReading, value: Syntax, path: Path, key: string) => Json | undefined,
  spread: (property: Syntax) => void = (property) => unreadable(reading, property, path),
): JsonObject {
  const object = reading.module.resolve(node);
  if (object.type !== 'ObjectExpression') {
    unreadable(reading, node, path);
    return {};
  }
  if (!reading.module.spend() || path.length > 4_000) return {};
  const entries: [string, Json][] = [];
  // What is spread may be written once more on purpose.
  const direct = new Set(parts(object, 'properties'));
  const written = new Set<string>();
  for (const property of reading.module.propertiesOf(object)) {
    if (property.type === 'SpreadElement') {
      spread(property);
      continue;
    }
    const key = reading.module.keyOf(property);
    const value = part(property, 'value');
    if (key === null || value === null) {
      unreadable(reading, property, path);
      continue;
    }
    if (written.has(key) && direct.has(property)) twice(reading, property, below(path, key));
    if (direct.has(property)) written.add(key);
    reading.found(below(path, key), property);
    const found = read(reading, value, below(path, key), key);
    if (found !== undefined) entries.push([key, found]);
  }
  return Object.fromEntries(entries);
}

function twice(reading: ModuleReading, property: Syntax, path: Path): void {
  reading.report.warn(
    'DUPLICATE_KEY',
    `The key "${reading.module.keyOf(property)}" is there twice; the last one counts.`,
    'Keep one of them.',
    path,
    reading.module.whereOf(property),
  );
}

function listOf(reading: ModuleReading, node: Syntax, path: Path, read: Reader): Json {
  const resolved = reading.module.resolve(node);
  if (resolved.type !== 'ArrayExpression') return read(reading, node, path) ?? null;
  return reading.module.elementsOf(resolved).map((item, index) => {
    const at = below(path, index);
    reading.found(at, item);
    if (item.type !== 'SpreadElement') return read(reading, item, at) ?? null;
    unreadable(reading, item, at);
    return null;
  });
}

function text(reading: ModuleReading, node: Syntax, path: Path): Json {
  const value = constant(reading.module.resolve(node));
  if (value === undefined) unreadable(reading, node, path);
  return value ?? null;
}

/** A name, a machine or logic of this module by its own name, or logic in place, which gets a name. */
function sourceOf(reading: ModuleReading, node: Syntax, path: Path): Json {
  const value = constant(reading.module.resolve(node));
  return typeof value === 'string' ? value : reading.keep(null, node, path, 'actor');
}

function expression(reading: ModuleReading, node: Syntax, path: Path): Json | undefined {
  const value = valueIn(reading, node, path);
  if (value === undefined) reading.keep(null, node, path, 'value');
  return value;
}

function literal(reading: ModuleReading, node: Syntax, path: Path): Json | undefined {
  const value = reading.module.literal(node);
  if (value === undefined) reading.keep(null, node, path, 'value');
  return value;
}

/** Types are for the compiler of the module: their text is kept. */
function noted(reading: ModuleReading, node: Syntax, path: Path): undefined {
  reading.note(path, node);
}

/** `{count: 0}`, `({input}) => ({count: 0, name: input.name})`. */
function contextOf(reading: ModuleReading, node: Syntax, path: Path): Json | undefined {
  const resolved = reading.module.resolve(node);
  const body = isFunction(resolved) ? givenBy(resolved) : resolved;
  if (body?.type !== 'ObjectExpression') {
    reading.keep(null, node, path, 'context');
    return undefined;
  }
  const initialOf = (_: ModuleReading, value: Syntax, at: Path, key: string): Json => {
    const literalValue = reading.module.literal(value);
    const known = literalValue === undefined ? inputOf(reading, value, key) : literalValue;
    if (known === undefined) reading.keep(null, value, at, 'initial value');
    return known ?? null;
  };
  // What is spread and not written out may hold any member: it is kept whole.
  return mapOf(reading, body, path, initialOf, () => reading.keep(null, body, path, 'context'));
}

/** `input.name` for the member `name`, and `input.name ?? constant`. */
function inputOf(reading: ModuleReading, node: Syntax, key: string): JsonObject | undefined {
  if (node.type === 'MemberExpression') {
    const [object, property] = [part(node, 'object'), part(node, 'property')];
    const isInput = isNamed(object, 'input');
    const name =
      property === null ? null : flag(node, 'computed') ? constant(property) : word(property, 'name');
    return isInput && name === key ? { $input: key } : undefined;
  }
  const otherwise = node.type === 'LogicalExpression' ? part(node, 'right') : null;
  const left = node.type === 'LogicalExpression' ? part(node, 'left') : null;
  const value = otherwise === null ? undefined : reading.module.literal(otherwise);
  if (left === null || value === undefined || word(node, 'operator') !== '??') return undefined;
  return inputOf(reading, left, key) === undefined ? undefined : { $input: key, $default: value };
}

function unreadable(reading: ModuleReading, node: Syntax, path: Path): void {
  const { module } = reading;
  const origin = module.importedFrom(node);
  const place = path === '' ? 'the top' : path;
  const written = module.text(node).slice(0, 80);
  reading.report.error(
    'XSTATE_NOT_LITERAL',
    origin === null
      ? `At ${place}: "${written}" is not written out, and modules are not run.`
      : `At ${place}: "${written}" comes from "${origin}", and only this module is read.`,
    'Write the states and transitions as literals or as constants of the same module. Where no guard and no action is a function, JSON.stringify(machine.config) can be imported, too: JSON leaves functions out.',
    path,
    module.whereOf(node),
  );
}
