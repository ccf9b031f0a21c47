import { type Diagnostic, type Json, type Where, warning } from '#base';
import { typeProblem, type VariableType } from '../expressions/types';
import type { Variable } from '../schema/variable';
import type { Rule, Subject } from './rule';
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
    const where = { ...whereOf(field), offset: offset + found.offset };
    const help = 'Convert one of the values, for example with string(…) or double(…).';
    return [
      warning(
        'EXPRESSION_TYPE',
        `The types in "${source.trim()}" do not fit: ${found.message}.`,
        help,
        where,
      ),
    ];
  });
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
