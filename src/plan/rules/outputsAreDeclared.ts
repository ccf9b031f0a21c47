import { type Diagnostic, escapePointer, problem, type Where, warning } from '#base';
import { didYouMean } from '../read/nearest';
import { type Names, namedToBeWritten } from './names';
import type { Rule } from './rule';

/** V1: nodes write variables that are declared, and leave the inputs of the plan alone. */
export const outputsAreDeclared: Rule = ({ nodes, names, at }) =>
  nodes.flatMap(({ node }) => [
    ...Object.keys(node.output ?? {}).flatMap((variable) =>
      ofWrite(variable, names, at(node, `/output/${escapePointer(variable)}`)),
    ),
    ...[...namedToBeWritten(node)].flatMap(([param, variable]) =>
      ofWrite(variable, names, at(node, `/params/${param}`)),
    ),
  ]);

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
