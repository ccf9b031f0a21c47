import type { Json, JsonObject } from '#base';
import type { Fields } from '../../common/fields';
import { IdMint } from '../../common/mintIds';
import { below } from '../../common/report';
import { isCase, isTrue } from '../conditions';
import { nameParams } from './defaults';
import { chain, type Exit, lead, type Piece } from './piece';
import { ignored, missing, type Reading, type Shell, shellOf, sourceOf } from './reading';

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
  const left = params.leftovers();
  nameParams(reading, shell, left);
  reading.report.recognised('IF', 'IF');
  const condition = variable === undefined ? 'true' : isTrue(reading.variables.read(variable, params.path));
  const [then, otherwise] = children.map((child) => reading.node(child, shell.startToClose));
  const node = {
    ...shell.draft,
    type: 'IF',
    params: { condition },
    ...sourceOf(reading, shell, fields, {
      ...ignored(reading, shell, children, 2),
      ...(Object.keys(left).length === 0 ? {} : { params: left }),
    }),
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
  const left = params.leftovers();
  nameParams(reading, shell, left);
  reading.report.recognised('SWITCH', 'SWITCH');
  const ports = new IdMint(RESERVED_PORTS);
  const ways = cases.map((one) => readCase(reading, one, shell, ports, variable === undefined ? null : read));
  const node = {
    ...shell.draft,
    type: 'SWITCH',
    params: { cases: ways.map(({ port, when }) => ({ id: port, when })) },
    ...sourceOf(reading, shell, fields, {
      ...(others.length === 0 ? {} : { ignored: others.map((child): Json => child.whole()) }),
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
  const params = isRead || variable === undefined ? left : { ...left, [key]: variable };
  return Object.keys(params).length === 0 ? {} : { params };
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
  const own = one.peek('startToCloseSeconds');
  const seconds = typeof own === 'number' && own > 0 ? own : shell.startToClose;
  const pieces = one.objects('children').map((child) => reading.node(child, seconds));
  one.take('type');
  one.take('params');
  const left = params.leftovers();
  const kept = {
    ...(original === undefined ? {} : { id: original }),
    ...one.leftovers(),
    ...(value === undefined ? {} : { caseValue: value }),
    ...(Object.keys(left).length === 0 ? {} : { params: left }),
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
  for (const key of Object.keys(left)) {
    if (key === 'displayName' || key === 'startToCloseSeconds') continue;
    const reason = `"${key}" of a CASE of the SWITCH "${id}" has no counterpart.`;
    report.kept(below(one.path, key), `${plan}/${id}: source.olo.cases`, reason);
  }
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
