import { type Diagnostic, warning } from '#base';
import { typeProblem, type VariableType } from '../expressions/types';
import type { Variable } from '../schema/variable';
import type { Rule, Subject } from './rule';
import { textsOf } from './texts';

/**
 * V3: expressions are type-checked against the declared variables. Only inputs have a type that is certain: every
 * other variable is null until it is written. What is found would fail when the node starts.
 */
export const expressionsFitTypes: Rule = (subject) => {
  const types = typesOf(subject);
  if (types.size === 0) return [];
  return subject.nodes.flatMap(({ node }) =>
    textsOf(node).flatMap(({ kind, value, field }): readonly Diagnostic[] => {
      const found = kind === 'expression' ? typeProblem(String(value), types) : null;
      if (found === null) return [];
      const where = { ...subject.at(node, field), offset: found.offset };
      const help = 'Convert one of the values, for example with string(…) or double(…).';
      return [
        warning(
          'EXPRESSION_TYPE',
          `The types in "${String(value)}" do not fit: ${found.message}.`,
          help,
          where,
        ),
      ];
    }),
  );
};

/** By the `type` of a JSON Schema, which is text from outside. */
const TYPES: ReadonlyMap<string, VariableType> = new Map([
  ['string', 'string'],
  ['number', 'double'],
  ['integer', 'double'],
  ['boolean', 'bool'],
]);

function typesOf({ authored }: Subject): ReadonlyMap<string, VariableType> {
  const variables = authored?.plan.variables ?? [];
  if (variables === 'open') return new Map();
  return new Map(variables.flatMap((variable) => certainType(variable)));
}

function certainType({ id, scope, schema }: Variable): readonly (readonly [string, VariableType])[] {
  const type = scope === 'IN' && typeof schema?.type === 'string' ? TYPES.get(schema.type) : undefined;
  return type === undefined ? [] : [[id, type]];
}
