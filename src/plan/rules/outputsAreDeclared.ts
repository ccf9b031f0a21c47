import { type Diagnostic, didYouMean, problem, type Where, warning } from '#base';
import { fieldsOf } from '../graph/fieldsOf';
import type { Names } from './names';
import type { Rule } from './rule';

/** V1: nodes write variables that are declared, and leave the inputs of the plan alone. */
export const outputsAreDeclared: Rule = ({ nodes, names, at }) =>
  nodes.flatMap(({ node }) =>
    fieldsOf(node).flatMap(({ is, value, path }) =>
      is === 'writes' ? ofWrite(String(value), names, at(node, path)) : [],
    ),
  );

function ofWrite(variable: string, names: Names, where: Where): readonly Diagnostic[] {
  if (!names.has(variable)) {
    return [
      problem(
        'OUTPUT_UNDECLARED',
        `The output writes "${variable}", which is no variable of the plan.`,
        `${didYouMean(variable, names.declared.keys())}Declare it in the plan's variables, or write another.`,
        where,
      ),
    ];
  }
  if (names.declared.get(variable)?.scope !== 'IN') return [];
  return [
    warning(
      'INPUT_OVERWRITTEN',
      `The output writes "${variable}", which is an input of the plan.`,
      'Write a variable of its own, so that the input can still be read.',
      where,
    ),
  ];
}
