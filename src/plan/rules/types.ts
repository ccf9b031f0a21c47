import { byNearness, type Diagnostic, didYouMean, type Json, problem, type Where, warning } from '#base';
import { compileExpression } from '../expressions/expression';
import {
  type KnownShapes,
  type MissingField,
  shapeOfExpression,
  type TypeProblem,
  typeProblem,
  type VariableType,
} from '../expressions/types';
import type { Variable } from '../fields/fields';
import { shapeOf } from '../jsonSchema/judge';
import { Shape } from '../jsonSchema/shape';
import type { PlanNode } from '../nodes/node';
import { NODE_TYPES } from '../nodes/node';
import type { Rule, Subject } from './rule';
import { writtenBy } from './rule';
import { expressionsIn, type LanguageText, textsOf } from './texts';

/**
 * V3: expressions, also those in templates, are type-checked against the declared variables. Only inputs have a type
 * that is certain: every other variable is null until it is written. What is found, functions that are not there among
 * it, would fail when the node starts.
 */
export const expressionsFitTypes: Rule = (subject) => {
  const types = typesOf(subject);
  const ofNodes = subject.nodes.flatMap(({ node }) =>
    textsOf(node).flatMap((text) =>
      misfits(text, types, (field) => subject.at(node, `${text.field}${field}`)),
    ),
  );
  const value: Json = subject.authored?.plan.result ?? null;
  const ofResult = misfits({ kind: 'template', value }, types, (field) =>
    subject.at(null, `/result${field}`),
  );
  return [...ofNodes, ...ofResult];
};

function misfits(
  text: Pick<LanguageText, 'kind' | 'value'>,
  types: ReadonlyMap<string, VariableType>,
  whereOf: (field: string) => Where,
): readonly Diagnostic[] {
  return expressionsIn(text).flatMap(({ source, field, offset }) => {
    const found = typeProblem(source, types);
    if (found === null) return [];
    return [typesDoNotFit(source, found, { ...whereOf(field), offset: offset + found.offset })];
  });
}

/** V3: what the type checker has found in an expression. */
export function typesDoNotFit(source: string, { message }: TypeProblem, where: Where): Diagnostic {
  const help = 'Convert one of the values, for example with string(…) or double(…).';
  return warning('EXPRESSION_TYPE', `The types in "${source.trim()}" do not fit: ${message}.`, help, where);
}

/** By the `type` of a JSON Schema, which is text from outside. */
const TYPES: ReadonlyMap<string, VariableType> = new Map([
  ['string', 'string'],
  ['number', 'double'],
  ['integer', 'double'],
  ['boolean', 'bool'],
]);

/** One map for all: what was found is kept with it. */
const NONE: ReadonlyMap<string, VariableType> = new Map();

function typesOf({ authored }: Subject): ReadonlyMap<string, VariableType> {
  const variables = authored?.plan.variables ?? [];
  return variables === 'open' ? NONE : certainTypes(variables);
}

/** The types of inputs, which no run begins without. */
export function certainTypes(variables: readonly Variable[]): ReadonlyMap<string, VariableType> {
  const certain = variables.flatMap((variable) => certainType(variable));
  return certain.length === 0 ? NONE : new Map(certain);
}

function certainType({ id, scope, schema }: Variable): readonly (readonly [string, VariableType])[] {
  const type = scope === 'IN' && typeof schema?.type === 'string' ? TYPES.get(schema.type) : undefined;
  return type === undefined ? [] : [[id, type]];
}

/**
 * P3, V3: an expression reads no field that the schema of its value closes off. A plan that a planner proposed is refused
 * then; people are warned, because what describes a tool may be wrong, and they can look.
 */
export const fieldsExist: Rule = (subject) => {
  const known = knownValues(subject);
  const tell = subject.proposed === null ? warning : problem;
  return subject.nodes.flatMap(({ node }) =>
    textsOf(node).flatMap((text) => {
      const around = text.sees.includes('result') ? knownIn(node, subject, known) : known;
      return expressionsIn(text).flatMap(({ source, field, offset }) => {
        const read = compileExpression(source);
        if (!read.ok) return [];
        const where = subject.at(node, `${text.field}${field}`);
        return shapeOfExpression(read.value, around).missing.map((one) =>
          missing(one, { ...where, offset: offset + one.offset }, tell),
        );
      });
    }),
  );
};

const MOST_FIELDS = 20;

function missing(
  { of, field, fields }: MissingField,
  where: Where,
  tell: typeof problem | typeof warning,
): Diagnostic {
  const message = `${of} has no field "${field}".`;
  if (fields.length === 0)
    return tell('FIELD_UNKNOWN', message, `Read ${of} as it is: it has no fields.`, where);
  const nearestFirst = byNearness(field, fields);
  const listed = nearestFirst.slice(0, MOST_FIELDS).join(', ');
  const more = fields.length > MOST_FIELDS ? ` and ${fields.length - MOST_FIELDS} more` : '';
  const help = `${didYouMean(field, fields)}Its fields are ${listed}${more}.`;
  return tell('FIELD_UNKNOWN', message, help, where);
}

/**
 * What is certain of the values that the expressions of a plan read: results of steps, by the output schemas of what they
 * call (A1), and inputs, which no run begins without. Any other variable is null until it is written.
 */
export function knownValues(subject: Subject): KnownShapes {
  const { nodes, proposed } = subject;
  const steps = new Map(
    proposed === null ? [] : nodes.map(({ node }) => [node.id, resultShape(node, subject)] as const),
  );
  const inputs = inputShapes(subject);
  return { step: (id) => steps.get(id) ?? null, name: (name) => inputs.get(name) ?? null };
}

/** The same where a text of a node may also read its `result`. */
function knownIn(node: PlanNode, subject: Subject, known: KnownShapes): KnownShapes {
  return { ...known, name: (name) => (name === 'result' ? resultShape(node, subject) : known.name(name)) };
}

/**
 * What the variables of a plan look like by the schemas there are, for who offers names: as declared, else as the steps give it that
 * write it. None of it is certain before they have.
 *
 * @param resultOf what is known of what a step gives
 */
export function shapesOfVariables(
  variables: readonly Variable[],
  nodes: readonly PlanNode[],
  resultOf: (node: PlanNode) => Shape | null,
): ReadonlyMap<string, Shape> {
  const declared = new Map(
    variables.flatMap(({ id, schema }) => (schema === undefined ? [] : [[id, shapeOf(schema)] as const])),
  );
  const written = new Map<string, readonly Shape[]>();
  for (const node of nodes) {
    const result = resultOf(node);
    for (const [id, source] of Object.entries(node.output ?? {})) {
      const read = compileExpression(source);
      if (!read.ok || declared.has(id)) continue;
      const name = (one: string) => (one === 'result' ? result : declared.get(one)) ?? null;
      const { shape } = shapeOfExpression(read.value, { step: () => null, name });
      written.set(id, [...(written.get(id) ?? []), shape]);
    }
  }
  const made = [...written].map(([id, shapes]) => [id, Shape.either(shapes)] as const);
  return new Map([...made, ...declared]);
}

/** What a node gives; null where nothing is certain of it. */
export function resultShape(node: PlanNode, { catalogue }: Pick<Subject, 'catalogue'>): Shape | null {
  // It gives its input then.
  if (node.disabled === 'pass') return null;
  if (node.type === 'CAPABILITY') {
    const called = catalogue.get(node.params.capability);
    return called === undefined ? null : shapeOf(called.output);
  }
  const answer = NODE_TYPES[node.type].scripted(node)?.answer;
  const output = answer !== undefined && 'output' in answer ? answer.output : null;
  return output === null ? null : shapeOf(output);
}

function inputShapes({ authored, nodes }: Subject): ReadonlyMap<string, Shape> {
  const variables = authored?.plan.variables ?? [];
  if (variables === 'open') return new Map();
  const written = new Set(nodes.flatMap(({ node }) => writtenBy(node)));
  return new Map(
    variables
      .filter(({ id, scope, schema }) => scope === 'IN' && schema !== undefined && !written.has(id))
      .map(({ id, schema }) => [id, shapeOf(schema ?? {})]),
  );
}
