import { filled, IdMint, isJsonObject, type Json, type JsonObject, present } from '#base';
import type { NodeOf, PlanNode } from '#plan';
import { type Fields, objectAt, omitted } from '../common/fields';
import { below } from '../common/report';
import { timeIn } from './loader';
import {
  chain,
  type Exit,
  ignored,
  keptParams,
  lead,
  missing,
  type Piece,
  type Reading,
  type Shell,
  shellOf,
  sourceOf,
} from './reading';
import type { Step } from './stepsOf';
import { emptyStep, keptOf, leaveOut, nameOf, nodeOf, params, readVariable, type Writing } from './writing';

/** What counts as false there: nothing, false, 0, blank text, and the word "false". */
function isTrue(read: string): string {
  return `!(dyn(${read}) in [null, false, 0, "false"]) && !(type(dyn(${read})) == string && dyn(${read}).trim() == "")`;
}

/** What `isTrue` asks for; undefined for any other condition. */
function readOfTruth(condition: string): string | undefined {
  const read = /^!\(dyn\((.+?)\) in \[null, false, 0, "false"\]\)/s.exec(condition)?.[1];
  return read !== undefined && condition === isTrue(read) ? read : undefined;
}

/** A case there is equal as a value, or as text. */
export function isCase(read: string, value: Json): string {
  const alike = [value, ...othersAlike(value)];
  return `dyn(${read}) in ${JSON.stringify(alike)}`;
}

/** What `isCase` reads and compares with; undefined for any other condition. */
export function caseOf(condition: string): { readonly read: string; readonly value: Json } | undefined {
  const parts = /^dyn\((.+?)\) in (\[.*\])$/s.exec(condition);
  if (parts?.[1] === undefined || parts[2] === undefined) return undefined;
  try {
    const [value] = JSON.parse(parts[2]) as readonly Json[];
    return value !== undefined && condition === isCase(parts[1], value)
      ? { read: parts[1], value }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Values of other types that are written alike. */
function othersAlike(value: Json): readonly Json[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (value === 'true' || value === 'false') return [value === 'true'];
  const isNumber =
    typeof value === 'string' && /^-?(0|[1-9]\d{0,14})(\.\d{0,9}[1-9])?$/.test(value) && value !== '-0';
  return isNumber ? [Number(value)] : [];
}

/** One way out of a choice, and what lies on it; null where it leads straight on. */
interface Way {
  readonly port: string;
  readonly piece: Piece | null;
}

/** IF: then, and perhaps else; without a condition always then. */
export function readIf(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  fields.take('params');
  const variable = params.word('conditionVariable');
  const children = fields.objects('children');
  const left = keptParams(reading, shell, params.leftovers());
  reading.report.recognised('IF', 'IF');
  const condition = variable === undefined ? 'true' : isTrue(reading.variables.read(variable, params.path));
  const [then, otherwise] = children.map((child) => reading.node(child, shell.startToClose));
  const node = {
    ...shell.draft,
    type: 'IF',
    params: { condition },
    ...sourceOf(reading, shell, fields, { ...ignored(reading, shell, children, 2), ...left }),
  };
  return choice(node, [
    { port: 'then', piece: then ?? null },
    { port: 'else', piece: otherwise ?? null },
  ]);
}

/** SWITCH: the first CASE that is equal, also as text; without one it goes on. */
export function readSwitch(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  fields.take('params');
  const variable = params.word('switchVariable');
  const children = fields.objects('children');
  const cases = children.filter((child) => child.peek('type') === 'CASE');
  const others = children.filter((child) => child.peek('type') !== 'CASE');
  if (others.length > 0) {
    const message = `The SWITCH "${shell.id}" has children that are no CASE: their engine never runs them.`;
    reading.report.warn('CHILDREN_IGNORED', message, 'Put each into a CASE.', below(shell.path, 'children'));
  }
  if (variable === undefined) missing(reading, shell, 'switchVariable');
  const read = variable === undefined ? 'null' : reading.variables.read(variable, params.path);
  const left = keptParams(reading, shell, params.leftovers());
  reading.report.recognised('SWITCH', 'SWITCH');
  const ports = new IdMint(RESERVED_PORTS);
  const ways = cases.map((one) => readCase(reading, one, shell, ports, variable === undefined ? null : read));
  const node = {
    ...shell.draft,
    type: 'SWITCH',
    params: { cases: ways.map(({ port, when }) => ({ id: port, when })) },
    ...sourceOf(reading, shell, fields, {
      ...filled({ ignored: others.map((child) => child.whole()) }),
      cases: Object.fromEntries(ways.map(({ port, kept }) => [port, kept])),
      ...unread(left, 'switchVariable', variable, ways),
    }),
  };
  return choice(node, [...ways, { port: 'default', piece: null }]);
}

/** Parameters that are left, with the variable of a choice none of whose conditions reads it. */
export function unread(
  left: JsonObject,
  key: string,
  variable: string | undefined,
  ways: readonly { readonly when: string }[],
): JsonObject {
  const isRead = ways.some(({ when }) => when !== 'false');
  return isRead || variable === undefined
    ? left
    : { params: { ...objectAt(left, 'params'), [key]: variable } };
}

export const RESERVED_PORTS = ['out', 'error', 'default', 'timeout', 'then', 'else'];

interface Case extends Way {
  readonly when: string;
  /** What of the CASE itself has no place in a port. */
  readonly kept: JsonObject;
}

function readCase(reading: Reading, one: Fields, shell: Shell, ports: IdMint, read: string | null): Case {
  const params = one.inside('params');
  const value = params.take('caseValue') ?? oldValue(reading, one, params);
  const original = one.word('id');
  const port = ports.mint(portName(value, original), 'case');
  const seconds = timeIn(one.peek('startToCloseSeconds')) ?? shell.startToClose;
  const pieces = one.objects('children').map((child) => reading.node(child, seconds));
  one.take('type');
  one.take('params');
  const left = params.leftovers();
  const kept = {
    ...present({ id: original }),
    ...one.leftovers(),
    ...present({ caseValue: value }),
    ...filled({ params: left }),
  };
  nameCase(reading, shell, one, { ...one.leftovers(), ...left });
  const isComparable = read !== null && (value === undefined || typeof value !== 'object' || value === null);
  const when = isComparable ? isCase(read, value ?? null) : 'false';
  return { port, piece: chain(pieces), when, kept };
}

export function portName(value: Json | undefined, original: string | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : (original ?? null);
}

/** Once a CASE had its value in `value` (reference 6, 1.1). */
function oldValue({ report }: Reading, one: Fields, params: Fields): Json | undefined {
  const value = params.take('value') ?? one.take('value');
  if (value === undefined) return undefined;
  report.warn('OLD_FORM', 'A CASE has its value in "value".', 'It is read as "caseValue".', one.path);
  return value;
}

function nameCase({ report, plan }: Reading, { id }: Shell, one: Fields, left: JsonObject): void {
  report.keptEach(
    omitted(left, ['displayName', 'startToCloseSeconds']),
    one.path,
    () => `${plan}/${id}: source.olo.cases`,
    (key) => `"${key}" of a CASE of the SWITCH "${id}" has no counterpart.`,
  );
}

/** A choice with what lies on its ways; those that lead straight on are ways out of the whole. */
export function choice(node: JsonObject & { readonly id: string }, ways: readonly Way[]): Piece {
  const exits: Exit[] = [];
  const nodes: JsonObject[] = [node];
  const edges: JsonObject[] = [];
  for (const { port, piece } of ways) {
    const own = { from: node.id, port };
    if (piece === null) {
      exits.push(own);
      continue;
    }
    nodes.push(...piece.nodes);
    edges.push(...lead([own], piece.entry), ...piece.edges);
    exits.push(...piece.exits);
  }
  return { nodes, edges, entry: node.id, exits };
}

/** Writes steps as one node of theirs, which is what a way, a body or a branch holds. */
type WriteAsOne = (steps: readonly Step[], name: string) => readonly JsonObject[];

export function writeIf(writing: Writing, node: NodeOf<'IF'>, step: Step, asOne: WriteAsOne): JsonObject {
  const { condition } = node.params;
  const variable = readVariable(readOfTruth(condition) ?? '');
  if (variable === undefined && condition !== 'true') {
    const message = `The condition of "${node.id}" is an expression: their engine reads one variable, and takes "then" without one.`;
    leaveOut(writing, node.id, message, 'Compute it into a variable before.', '/params/condition');
  }
  const expression = condition === 'true' ? undefined : condition;
  const test = variable === undefined ? { expression } : { conditionVariable: nameOf(writing, variable) };
  const ways = new Map(step.ways);
  const then = asOne(ways.get('then') ?? [], `${node.id}-then`);
  const otherwise = asOne(ways.get('else') ?? [], `${node.id}-else`);
  const nothing = then.length === 0 && otherwise.length > 0 ? [emptyStep(`${node.id}-then`)] : [];
  return nodeOf(writing, node, 'IF', {
    params: params(node, test),
    children: [...then, ...nothing, ...otherwise],
  });
}

/** The cases of a choice with what they compare, and the one variable that they read. */
function comparedIn({ params }: NodeOf<'SWITCH'>) {
  const cases = params.cases.map(({ id, when }) => ({ id, of: caseOf(when) }));
  const read = cases.find(({ of }) => of !== undefined)?.of?.read;
  return { cases, read, variable: read === undefined ? undefined : readVariable(read) };
}

export function writeSwitch(
  writing: Writing,
  node: NodeOf<'SWITCH'>,
  step: Step,
  write: (steps: readonly Step[]) => readonly JsonObject[],
): JsonObject {
  const ways = new Map(step.ways);
  const { cases, read, variable } = comparedIn(node);
  const kept = objectAt(keptOf(node), 'cases');
  const children = cases.map(({ id, of }) => {
    const { caseValue, params: more, ...rest } = objectAt(kept, id) ?? {};
    const value = of?.read === read && of !== undefined ? of.value : caseValue;
    if (of === undefined && caseValue === undefined) {
      const message = `The case "${id}" of "${node.id}" is an expression: theirs is a value of one variable.`;
      leaveOut(writing, node.id, message, 'Compare one variable with values.', '/params/cases');
    }
    const given = { ...present({ caseValue: value }), ...(isJsonObject(more) ? more : {}) };
    return { id, type: 'CASE', ...rest, ...filled({ params: given }), children: write(ways.get(id) ?? []) };
  });
  if (node.params.all === true)
    leaveOut(
      writing,
      node.id,
      `"${node.id}" takes every case that matches; theirs the first.`,
      'Split it.',
      '/params/all',
    );
  if ((ways.get('default') ?? []).length > 0)
    leaveOut(
      writing,
      node.id,
      `What "${node.id}" does by default is left out: theirs goes on.`,
      'Make it a case.',
      '/params/cases',
    );
  const switchVariable = variable === undefined ? undefined : nameOf(writing, variable);
  return nodeOf(writing, node, 'SWITCH', { params: present({ switchVariable }), children });
}

/** A choice that was a TOOL_ROUTER: its routes are children that hold their value among their parameters. */
export function writeRouter(
  writing: Writing,
  node: NodeOf<'SWITCH'>,
  step: Step,
  asOne: WriteAsOne,
): JsonObject {
  const ways = new Map(step.ways);
  const kept = objectAt(keptOf(node), 'cases');
  const { cases, variable } = comparedIn(node);
  const children = cases.flatMap(({ id, of }) => {
    const own = objectAt(kept, id) ?? {};
    const key = 'toolValue' in own ? 'toolValue' : 'caseValue';
    const value = of?.value ?? own[key];
    return asOne(ways.get(id) ?? [], `${node.id}-${id}`).map((child) => ({
      ...child,
      ...(value === undefined ? {} : { params: { [key]: value, ...objectAt(child, 'params') } }),
    }));
  });
  const inputVariable = variable === undefined ? undefined : nameOf(writing, variable);
  return nodeOf(writing, node, 'TOOL_ROUTER', { params: present({ inputVariable }), children });
}

/** A router whose one route is always taken. */
export function writeOnlyRoute(
  writing: Writing,
  node: PlanNode,
  children: readonly JsonObject[],
): JsonObject {
  const only = objectAt(objectAt(keptOf(node), 'cases'), 'only');
  const routes = children.map((child) => ({
    ...child,
    ...filled({ params: { ...only, ...objectAt(child, 'params') } }),
  }));
  return nodeOf(writing, node, 'TOOL_ROUTER', { children: routes });
}
