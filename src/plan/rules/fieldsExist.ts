import { byNearness, type Diagnostic, didYouMean, problem, type Where, warning } from '#base';
import { compileExpression } from '../expressions/expression';
import { type MissingField, shapeOfExpression } from '../expressions/types';
import { knownIn, knownValues } from './knownResults';
import type { Rule } from './rule';
import { expressionsIn, textsOf } from './texts';

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
