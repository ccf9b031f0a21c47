import { escapePointer, problem, warning } from '#base';
import { didYouMean } from '../read/nearest';
import type { Rule } from './rule';

/** V1: `output` writes variables that are declared, and leaves the inputs of the plan alone. */
export const outputsAreDeclared: Rule = ({ nodes, names, at }) =>
  nodes.flatMap(({ node }) =>
    Object.keys(node.output ?? {}).flatMap((variable) => {
      const where = at(node, `/output/${escapePointer(variable)}`);
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
    }),
  );
