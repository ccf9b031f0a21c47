import { type Diagnostic, problem, warning } from '#base';
import { isReservedName } from '../expressions/references';
import { validateJson } from '../schema/foreign';
import type { Rule } from './rule';

/** V1, W2: names that expressions can read, defaults that fit their schema. */
export const variablesAreSound: Rule = ({ authored, fuel, at }) => {
  const plan = authored?.plan;
  if (!plan || plan.variables === 'open') return [];
  return plan.variables.flatMap((variable, index) => {
    const found: Diagnostic[] = [];
    const { id, schema, default: byDefault } = variable;
    if (isReservedName(id)) {
      const message = `A variable cannot be named "${id}": expressions know that word already.`;
      found.push(
        problem(
          'VARIABLE_NAME_RESERVED',
          message,
          'Choose another name.',
          at(null, `/variables/${index}/id`),
        ),
      );
    }
    if (id.startsWith('__') && plan.source === undefined) {
      const message = `"${id}" begins with "__", which is kept for planners and importers.`;
      found.push(
        warning('VARIABLE_NAME_KEPT', message, 'Choose another name.', at(null, `/variables/${index}/id`)),
      );
    }
    const [violation] =
      schema !== undefined && byDefault !== undefined ? validateJson(schema, byDefault, fuel) : [];
    if (violation) {
      const message = `The default of "${id}" does not fit its schema: ${violation.message}`;
      found.push(
        problem(
          'DEFAULT_INVALID',
          message,
          'Correct the default or the schema.',
          at(null, `/variables/${index}/default`),
        ),
      );
    }
    return found;
  });
};
