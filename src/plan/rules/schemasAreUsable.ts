import { type Diagnostic, type JsonObject, problem, type Where } from '#base';
import { schemaProblem } from '../schema/foreign';
import type { Rule } from './rule';

/** V1, case C4: the JSON Schemas of variables and forms can judge a value. */
export const schemasAreUsable: Rule = ({ nodes, authored, at }) => {
  const variables = authored?.plan.variables ?? [];
  const ofVariables =
    variables === 'open'
      ? []
      : variables.flatMap(({ schema }, index) => judged(schema, at(null, `/variables/${index}/schema`)));
  const ofForms = nodes.flatMap(({ node }) =>
    node.type === 'HUMAN_INPUT' || node.type === 'EVALUATION'
      ? judged(node.params.schema, at(node, '/params/schema'))
      : [],
  );
  return [...ofVariables, ...ofForms];
};

function judged(schema: JsonObject | undefined, where: Where): readonly Diagnostic[] {
  const reason = schema === undefined ? null : schemaProblem(schema);
  if (reason === null) return [];
  const help =
    'Write a schema of draft 2020-12 or 7 that stands by itself: no $ref to another file, and patterns without references back like \\1.';
  return [problem('SCHEMA_UNUSABLE', reason, help, where)];
}
