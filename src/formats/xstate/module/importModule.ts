import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser } from 'acorn';
import {
  type Diagnostic,
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  Lines,
  notJsonAt,
  ok,
  problem,
  type Result,
  sizeText,
  utf8Length,
  type Where,
} from '#base';
import { forbiddenKeys, jsonWarnings } from '#plan';
import type { ImportOutcome } from '../../common/codec';
import { ImportReport, type Path } from '../../common/report';
import type { Implementations } from '../reading';
import { type FoundMachine, workspaceOf } from '../workspaceOf';
import { stateOf } from './configOf';
import { actionOf, conditionOf, noteThrowing, numberIn } from './implementations';
import { ContextTypes, declaredTypes } from './knownTypes';
import { ModuleReading } from './moduleReading';
import { ModuleText } from './moduleText';
import { isCompiledPlan, ourConfig, ourPlan } from './ourModule';
import {
  calledName,
  childrenOf,
  constant,
  isFunction,
  isSyntax,
  nodesIn,
  numbersIn,
  part,
  parts,
  type Syntax,
  word,
} from './syntax';

/** The machines that a module writes out as literals. The module is parsed, and no line of it is run (M6, T3). */
export function importModule(source: string): ImportOutcome {
  const report = new ImportReport();
  if (utf8Length(source) > LIMITS.plannerReplyBytes)
    return report.refuse(
      'FILE_TOO_LARGE',
      `A module may have ${sizeText(LIMITS.plannerReplyBytes)} of text.`,
      'Import JSON.stringify(machine.config) instead.',
      '',
    );
  const program = parseModule(source);
  if (!program.ok) {
    report.add(program.problem);
    return report.refused();
  }
  const module = new ModuleText(source, program.value);
  for (const number of numbersIn(program.value))
    for (const lost of jsonWarnings(number.written))
      report.add({ ...lost, where: module.whereOf(number.node) });
  const machines = foundIn(module, report);
  const old = machines.length === 0 ? oldMachineIn(module) : null;
  if (old !== null)
    report.error(
      'XSTATE_VERSION_4',
      'The module calls Machine(…), a word of XState v4.',
      'In v5 it is createMachine({…}): change the module to v5 and import it again.',
      '',
      module.whereOf(old),
    );
  else if (machines.length === 0 && !report.hasErrors)
    report.error(
      'XSTATE_NO_MACHINE',
      'The module has no createMachine({…}) with a literal.',
      'Give the module that calls createMachine or setup(…).createMachine, or the configuration as JSON.',
      '',
    );
  if (module.isSpent)
    report.error(
      'XSTATE_TOO_LARGE',
      'The module repeats its constants too often to be read.',
      'Import JSON.stringify(machine.config) instead.',
      '',
    );
  return report.hasErrors ? report.refused() : workspaceOf(machines, report);
}

function foundIn(module: ModuleText, report: ImportReport): readonly FoundMachine[] {
  if (isCompiledPlan(module)) {
    report.error(
      'XSTATE_COMPILED',
      'The module is a capability plan that was compiled: it holds its steps and the rules that run them, no machine.',
      'Import the workspace that it was made from. A state machine is written as a module by export --to xstate-ts.',
      '',
    );
    return [];
  }
  const calls = machinesIn(module);
  const names = new Set(calls.flatMap(({ name }) => (name === null ? [] : [name])));
  return calls.map((call) => {
    const reading = new ModuleReading(module, report, contextTypesOf(module, call), call.config);
    const whereOf = (path: Path): Where => reading.whereOf(path);
    return report.placed(whereOf, () => ({ ...machineIn(reading, call, names), whereOf }));
  });
}

function contextTypesOf(module: ModuleText, { config, implementations }: MachineCall): ContextTypes {
  return new ContextTypes(module, config, declaredTypes(module, [config, ...implementations]));
}

function machineIn(
  reading: ModuleReading,
  { name, config, implementations }: MachineCall,
  names: ReadonlySet<string>,
): FoundMachine {
  const { module, report } = reading;
  const guards = implementations.flatMap((object) => membersOf(reading, object, 'guards'));
  noteThrowing(reading, guards);
  const ours = ourConfig(module, config);
  const read = sound(stateOf(reading, ours ?? config, ''), report);
  const plan = ours === null ? null : ourPlan(module, read);
  if (plan === 'edited') report.warn('XSTATE_EDITED', ...EDITED, '');
  return {
    name,
    config: read,
    implementations: implementationsOf(reading, implementations, names),
    plan: plan === 'edited' ? null : plan,
  };
}

const EDITED = [
  'The machine is not the one any more that was exported: what XState has no word for is not read back.',
  'Compare it with the plan that it was exported from: names, outputs, responders, and what guards and delays stand for.',
] as const;

/** The same limits as for JSON: depth, and keys that would touch a prototype (case C1, C5). */
function sound(config: JsonObject, report: ImportReport): JsonObject {
  const offence = notJsonAt(config, LIMITS.jsonDepth);
  if (offence !== null)
    report.error(
      'NOT_JSON',
      `The machine is more than ${LIMITS.jsonDepth} levels deep.`,
      'Take it apart.',
      offence,
    );
  for (const problem of offence === null ? forbiddenKeys(config) : []) report.add(problem);
  return isJsonObject(config) ? config : {};
}

/** A call of `createMachine`, and the objects that say what its names stand for. */
interface MachineCall {
  /** The constant that it is, where it is one. */
  readonly name: string | null;
  readonly config: Syntax;
  /** Of `setup`, of the second argument, of `provide`; later ones win. */
  readonly implementations: readonly Syntax[];
}

interface Visit {
  readonly node: Syntax;
  readonly name: string | null;
  readonly provided: readonly Syntax[];
}

/** All machines of a module, in the order in which they are written. Walks without recursion: modules may be deep. */
export function machinesIn(module: ModuleText): readonly MachineCall[] {
  const found: (MachineCall & { readonly start: number })[] = [];
  const todo: Visit[] = [{ node: module.program, name: null, provided: [] }];
  for (let visit = todo.pop(); visit !== undefined; visit = todo.pop()) {
    const machine = machineAt(module, visit);
    if (machine === null) todo.push(...nextOf(visit));
    else found.push({ ...machine, start: visit.node.start });
  }
  return found.sort((a, b) => a.start - b.start).map(({ start: _, ...call }) => call);
}

function machineAt(module: ModuleText, { node, name, provided }: Visit): MachineCall | null {
  if (calledName(node) !== 'createMachine') return null;
  const [config, second] = parts(node, 'arguments');
  if (config === undefined) return null;
  const beside = second === undefined ? [] : [module.resolve(second)];
  return { name, config, implementations: [...setupOf(module, node), ...beside, ...provided] };
}

/** Where to look next: a machine keeps its name, and what it is provided with, through `.provide(…)`. */
function nextOf({ node, name, provided }: Visit): readonly Visit[] {
  if (calledName(node) === 'provide') {
    const owner = part(part(node, 'callee') ?? node, 'object');
    return owner === null
      ? []
      : [{ node: owner, name, provided: [...parts(node, 'arguments'), ...provided] }];
  }
  if (node.type === 'VariableDeclarator') {
    const [id, init] = [part(node, 'id'), part(node, 'init')];
    const constantName = id?.type === 'Identifier' ? word(id, 'name') : null;
    return init === null ? [] : [{ node: init, name: constantName, provided: [] }];
  }
  return childrenOf(node).map((child) => ({ node: child, name: null, provided: [] }));
}

/** `setup({…}).createMachine`, also by a constant; `.extend({…})` adds. */
function setupOf(module: ModuleText, createMachine: Syntax): readonly Syntax[] {
  const objects: Syntax[] = [];
  let owner = part(part(createMachine, 'callee') ?? createMachine, 'object');
  for (let way = 0; owner !== null && way < 20; way++) {
    const resolved = module.resolve(owner);
    const call = calledName(resolved);
    if (call !== 'setup' && call !== 'extend') break;
    const [first] = parts(resolved, 'arguments');
    if (first !== undefined) objects.unshift(module.resolve(first));
    owner = call === 'extend' ? part(part(resolved, 'callee') ?? resolved, 'object') : null;
  }
  return objects;
}

/** The first `Machine({…})`, as v4 called it; null where there is none. */
function oldMachineIn({ program }: ModuleText): Syntax | null {
  for (const node of nodesIn(program))
    if (calledName(node) === 'Machine' && part(node, 'callee')?.type === 'Identifier') return node;
  return null;
}

/** What `setup({…})`, the second argument of `createMachine` and `.provide({…})` say of names; later ones win. */
function implementationsOf(
  reading: ModuleReading,
  objects: readonly Syntax[],
  machineNames: ReadonlySet<string>,
): Implementations {
  const translated = <Value>(
    kind: string,
    read: (node: Syntax, path: string) => Value | null,
  ): Record<string, Value> => {
    const entries = objects.flatMap((object) => membersOf(reading, object, kind));
    return Object.fromEntries(
      entries.flatMap(([name, node]) => {
        const path = `/${kind}/${name}`;
        const value = read(node, path);
        if (value === null) reading.keep(name, node, path, kind.slice(0, -1));
        return value === null ? [] : [[name, value] as const];
      }),
    );
  };
  const guards = translated('guards', (node, path) => conditionOf(reading, node, path));
  const delays = translated('delays', (node, path) => delayOf(reading, node, path));
  const actions = translated('actions', (node, path): Json | null => actionOf(reading, node, path));
  const actors = translated('actors', (node) => {
    const name = node.type === 'Identifier' ? reading.module.text(node) : '';
    return machineNames.has(name) ? name : null;
  });
  const own = Object.fromEntries([...machineNames].map((name) => [name, name]));
  return { guards, delays, actions, plans: { ...own, ...actors }, code: reading.code() };
}

export function membersOf(
  reading: ModuleReading,
  object: Syntax,
  kind: string,
): readonly (readonly [string, Syntax])[] {
  const found = reading.module.memberOf(object, kind);
  const members = found === null ? null : reading.module.resolve(found);
  if (members?.type !== 'ObjectExpression') return [];
  return reading.module.propertiesOf(members).flatMap((property) => {
    // A method is a function as a value.
    const entry = reading.module.entryOf(property);
    return entry === null || FORBIDDEN.includes(entry[0]) ? [] : [entry];
  });
}

const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

function delayOf(reading: ModuleReading, node: Syntax, path: string): number | string | null {
  const resolved = reading.module.resolve(node);
  const value = reading.module.literal(resolved);
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  return isFunction(resolved) ? numberIn(reading, resolved, path) : null;
}

/** The syntax tree of a module in JavaScript or TypeScript, with or without JSX. Nothing is run. */
function parseModule(source: string): Result<Syntax, Diagnostic> {
  const plain = parsed(source, false);
  if (plain.ok) return plain;
  const withJsx = parsed(source, true);
  return withJsx.ok ? withJsx : plain;
}

function parsed(source: string, jsx: boolean): Result<Syntax, Diagnostic> {
  try {
    const parser = Parser.extend(tsPlugin({ jsx }));
    const program = parser.parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
    return isSyntax(program) ? ok(withGivenNames(program)) : err(unreadable('it has no program'));
  } catch (cause) {
    // A SyntaxError of the parser, or a RangeError where brackets are nested too deep for the stack.
    const reason = cause instanceof Error ? cause.message.replace(PLACE, '') : 'it cannot be parsed';
    return err(unreadable(reason, placeOf(source, cause)));
  }
}

/** `import { createMachine as cm }`: a call goes by the name that XState gives, so that whoever reads calls knows one name for each. */
function withGivenNames(program: Syntax): Syntax {
  const given = givenNames(program);
  for (const node of given.size === 0 ? [] : nodesIn(program)) {
    const callee = node.type === 'CallExpression' ? part(node, 'callee') : null;
    const name = callee?.type === 'Identifier' ? given.get(word(callee, 'name')) : undefined;
    if (callee !== null && name !== undefined) Reflect.set(callee, 'name', name);
  }
  return program;
}

/** What is imported from XState under another name: that name, and the one that XState gives. */
function givenNames(program: Syntax): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const statement of parts(program, 'body')) {
    const source = statement.type === 'ImportDeclaration' ? part(statement, 'source') : null;
    if (source === null || !/^xstate\b/.test(String(constant(source)))) continue;
    for (const specifier of parts(statement, 'specifiers')) {
      const [local, imported] = [part(specifier, 'local'), part(specifier, 'imported')];
      if (local !== null && imported !== null) names.set(word(local, 'name'), word(imported, 'name'));
    }
  }
  return names;
}

/** How the parser ends its sentences: with line and column. */
const PLACE = / \(\d+:\d+\)$/;

/** Where the parser stopped: `pos` of its SyntaxError. */
function placeOf(source: string, cause: unknown): Where {
  const offset: unknown = cause instanceof SyntaxError ? Reflect.get(cause, 'pos') : undefined;
  return typeof offset === 'number' ? new Lines(source).at(offset) : {};
}

function unreadable(reason: string, where: Where = {}): Diagnostic {
  return problem(
    'XSTATE_SYNTAX',
    `The module cannot be parsed: ${(reason.split('\n')[0] ?? '').slice(0, 200).replace(/\.$/, '')}.`,
    'Give a module in JavaScript or TypeScript, or the configuration as JSON.',
    where,
  );
}
