import {
  type Diagnostic,
  didYouMean,
  escapePointer,
  type Fuel,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  nearest,
  problem,
  textsIn,
  type Where,
  warning,
} from '#base';
import { compileExpression } from '../expressions/expression';
import { holesIn } from '../expressions/template';
import { type KnownShapes, shapeOfExpression } from '../expressions/types';
import { capabilitiesNamedBy } from '../graph/calls';
import { shapeOf, validateJson } from '../jsonSchema/judge';
import type { SchemaViolation } from '../jsonSchema/judging';
import { type JsonType, type NoField, Shape } from '../jsonSchema/shape';
import type { PlanNode } from '../nodes/node';
import type { Catalogue } from '../schema/capabilityDescriptor';
import { inputSchema, type Plan } from '../schema/plan';
import type { Rule } from './rule';
import { knownValues } from './types';

/**
 * P3, W3, V1: the input of a CAPABILITY fits the capability's input schema, that of a SUB_PLAN the contract of its plan,
 * as far as it is known: literals are judged, `{{ holes }}` by the types that are certain of them, and what is required
 * is there.
 */
export const inputsFit: Rule = (subject) => {
  const { nodes, catalogue, authored, fuel, at } = subject;
  const known = knownValues(subject);
  return nodes.flatMap(({ node }) => {
    return askedBy(node, catalogue, authored?.workspace.plans ?? []).flatMap((asked) => {
      if (asked.given === '*') return [];
      const place = (field: string): Where => at(node, field);
      const tell = subject.proposed === null ? warning : problem;
      return [...inputFits(asked, place, fuel), ...holesFit(asked, place, known, tell)];
    });
  });
};

/**
 * A hole that is a whole value has the type of its expression. People are warned of one that does not fit, as of types
 * inside an expression: what describes a tool may be wrong.
 */
function holesFit(
  { id, input, given, field }: Asked,
  at: (field: string) => Where,
  known: KnownShapes,
  tell: Tell,
): readonly Diagnostic[] {
  const takesAll = shapeOf(input);
  const misfits = wholeHolesOf(given ?? {}, takesAll, '').flatMap(({ source, path, takes }) => {
    const read = compileExpression(source);
    if (!read.ok) return [];
    const { shape } = shapeOfExpression(read.value, known);
    if (takes.mayBe(shape)) return [];
    const name = path === '' ? 'The input' : `The input "${path.slice(1)}"`;
    const message = `${name} of "${id}" takes ${typesIn(takes)}, and ${source.trim()} is ${typesIn(shape)}.`;
    const help =
      'Give a value of that type, such as a field of the result, or convert it with string(…) or double(…).';
    return [tell('PARAMETER_INVALID', message, help, at(`${field}${path}`))];
  });
  const unknown = unknownHoles(given ?? {}, takesAll, '').map(({ path, name, fields }) =>
    unknownInput(id, name, fields, at(`${field}${path}`), tell),
  );
  return [...unknown, ...misfits];
}

interface WholeHole {
  readonly source: string;
  readonly path: string;
  /** What may stand in its place. */
  readonly takes: Shape;
}

function wholeHolesOf(value: Json, takes: Shape, path: string): readonly WholeHole[] {
  if (typeof value === 'string') {
    const pieces = holesIn(value);
    const [only] = pieces.ok && pieces.value.length === 1 ? pieces.value : [];
    return typeof only === 'object' ? [{ source: only.source, path, takes }] : [];
  }
  return partsOf(value, takes, path).flatMap((part) =>
    part.takes instanceof Shape ? wholeHolesOf(part.value, part.takes, part.path) : [],
  );
}

interface UnknownHole {
  readonly path: string;
  readonly name: string;
  /** The names that there are. */
  readonly fields: readonly string[];
}

/** Texts with holes under names that are closed off: of these the schema's verdict is not certain, and the name is. */
function unknownHoles(value: Json, takes: Shape, path: string): readonly UnknownHole[] {
  return partsOf(value, takes, path).flatMap((part) => {
    if (part.takes instanceof Shape) return unknownHoles(part.value, part.takes, part.path);
    const hasHole = holesOf(part.value).some((hole) => hole.path === '');
    return hasHole ? [{ path: part.path, name: part.name, fields: part.takes.fields }] : [];
  });
}

interface Part {
  readonly value: Json;
  readonly name: string;
  readonly path: string;
  readonly takes: Shape | NoField;
}

/** What lies in a value, and what may stand there. */
function partsOf(value: Json, takes: Shape, path: string): readonly Part[] {
  if (isJsonArray(value))
    return value.map((item, index) => {
      return { value: item, name: String(index), path: `${path}/${index}`, takes: takes.item };
    });
  if (!isJsonObject(value)) return [];
  // That no object may stand there is told of the object.
  const field = takes.types.has('object') ? (name: string) => takes.field(name) : () => Shape.UNKNOWN;
  return Object.entries(value).map(([name, item]) => {
    return { value: item, name, path: `${path}/${escapePointer(name)}`, takes: field(name) };
  });
}

const WORDS: Readonly<Record<JsonType, string>> = {
  null: 'null',
  boolean: 'true or false',
  number: 'a number',
  string: 'a text',
  array: 'a list',
  object: 'an object',
};

function typesIn({ types }: Shape): string {
  return [...types].map((type) => WORDS[type]).join(' or ');
}

/** What of an input does not fit, with the place of each, as far as it is written out. */
export function inputFits(asked: Asked, at: (field: string) => Where, fuel?: Fuel): readonly Diagnostic[] {
  const given = asked.given ?? {};
  const holes = holesOf(given);
  const violations = validateJson(asked.input, given, fuel).filter((one) => isCertain(one, holes));
  const unknown = unknownHoles(given, shapeOf(asked.input), '').map(({ path }) => path);
  return violations
    .filter((violation) => !isMisspelt(violation, [...unknown, ...namesOfUnknown(violations)]))
    .map((violation) => inWords(violation, asked, at(`${asked.field}${violation.path}`)));
}

/** As an error or as a warning. */
type Tell = typeof problem | typeof warning;

function namesOfUnknown(violations: readonly SchemaViolation[]): readonly string[] {
  return violations.flatMap(({ keyword, path }) => (keyword === 'false' ? [path] : []));
}

/** What is missing because its name is misspelt beside: that is told, once. */
function isMisspelt(missing: SchemaViolation, unknown: readonly string[]): boolean {
  if (missing.keyword !== 'required') return false;
  const name = missingName(missing);
  return unknown.some(
    (path) => path.slice(0, path.lastIndexOf('/')) === missing.path && nearest(nameIn(path), [name]) !== null,
  );
}

function missingName({ message }: SchemaViolation): string {
  return /property "(.*)"/.exec(message)?.[1] ?? '';
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Who is given an input by a node, and the schema that it is to fit. */
export interface Asked {
  readonly id: string;
  readonly input: JsonObject;
  readonly given: Json | undefined;
  /** JSON Pointer into the node. */
  readonly field: string;
}

function askedBy(node: PlanNode, catalogue: Catalogue, plans: readonly Plan[]): readonly Asked[] {
  const own = { given: node.input, field: '/input' };
  if (node.type === 'SUB_PLAN') {
    const plan = plans.find(({ id }) => id === node.params.plan);
    if (plan?.kind !== 'capability' || plan.variables === 'open') return [];
    const others = plan.strict === true ? { additionalProperties: false } : {};
    return [{ ...own, id: plan.id, input: { ...inputSchema(plan.variables), ...others } }];
  }
  // Its goal is part of the input, and stands elsewhere (P14).
  if (node.type === 'AGENT') return [];
  return capabilitiesNamedBy(node).flatMap(({ id }, index) => {
    const called = catalogue.get(id);
    if (called === undefined) return [];
    const route = node.type === 'TOOL_ROUTER' ? node.params.routes[index] : undefined;
    const given =
      route?.input === undefined ? own : { given: route.input, field: `/params/routes/${index}/input` };
    return [{ ...given, id, input: called.input }];
  });
}

interface FoundHole {
  readonly path: string;
  /** The whole string is one hole: its value may be of any type. Else it is text, of which only the type is known. */
  readonly isWhole: boolean;
}

function holesOf(value: Json): readonly FoundHole[] {
  return [...textsIn(value)].flatMap(({ text, path }) => {
    const pieces = holesIn(text);
    if (!pieces.ok || pieces.value.every((piece) => typeof piece === 'string')) return [];
    return [{ path, isWhole: pieces.value.length === 1 }];
  });
}

/** Keywords that judge a value as a whole, and so also by what a hole inside it will be. */
const WHOLE = new Set(['anyOf', 'oneOf', 'not', 'if', 'enum', 'const', 'uniqueItems', 'contains']);

function isCertain(violation: SchemaViolation, holes: readonly FoundHole[]): boolean {
  return holes.every((hole) => {
    if (hole.path === violation.path) return !hole.isWhole && violation.keyword === 'type';
    const isAbove = hole.path.startsWith(`${violation.path}/`);
    return !(isAbove && WHOLE.has(violation.keyword));
  });
}

function inWords(violation: SchemaViolation, { id, input }: Asked, where: Where): Diagnostic {
  const { path, message, keyword } = violation;
  const name = nameIn(path);
  if (keyword === 'required') {
    const missing = missingName(violation);
    const inside = path === '' ? '' : ` in ${path}`;
    return problem(
      'PARAMETER_MISSING',
      `"${id}" needs the input "${missing}"${inside}.`,
      `Give "${missing}" a value or an expression.`,
      { ...where, field: `${where.field ?? ''}/${escapePointer(missing)}` },
    );
  }
  if (keyword === 'false') {
    const known = isJsonObject(input.properties) ? Object.keys(input.properties) : [];
    return unknownInput(id, name, known, where, problem);
  }
  const place = path === '' ? 'The input' : `The input "${path.slice(1)}"`;
  return problem(
    'PARAMETER_INVALID',
    `${place} of "${id}" does not fit: ${message}`,
    'Correct the value, or use an expression.',
    where,
  );
}

function unknownInput(
  id: string,
  name: string,
  known: readonly string[],
  where: Where,
  tell: Tell,
): Diagnostic {
  const help = `${didYouMean(name, known)}Its inputs are ${known.join(', ')}.`;
  return tell('PARAMETER_UNKNOWN', `"${id}" has no input "${name}".`, help, where);
}
