import { type Diagnostic, problem, type Where } from '#base';
import { compileTemplate } from '../expressions/template';
import { didYouMean } from '../read/nearest';
import { readText } from './languages';
import type { Names } from './names';
import type { Rule } from './rule';
import { textsOf } from './texts';

/** V1: expressions and templates name only variables that are declared. */
export const namesAreDeclared: Rule = ({ nodes, names, authored, at }) => {
  const ofNodes = nodes.flatMap(({ node }) =>
    textsOf(node).flatMap((text) => {
      const read = readText(text);
      if (!read.ok || text.isOpen) return [];
      const unknown = [...read.value.variables].filter((name) => !isKnown(name, names, text.sees));
      return unknown.map((name) => undeclared(name, names, at(node, text.field)));
    }),
  );
  const result = compileTemplate(authored?.plan.result ?? null);
  const ofResult = result.ok ? [...result.value.references.variables].filter((name) => !names.has(name)) : [];
  return [...ofNodes, ...ofResult.map((name) => undeclared(name, names, at(null, '/result')))];
};

function isKnown(name: string, names: Names, sees: readonly string[]): boolean {
  return names.has(name) || sees.includes(name);
}

function undeclared(name: string, names: Names, where: Where): Diagnostic {
  const hint = didYouMean(name, names.declared.keys());
  if (name === 'steps') {
    const help = 'Write steps["ID"] with the id of an earlier step.';
    return problem('VARIABLE_UNDECLARED', '"steps" is read without the id of a step.', help, where);
  }
  return problem(
    'VARIABLE_UNDECLARED',
    `There is no variable "${name}".`,
    `${hint}Declare it in the plan's variables, or correct the name.`,
    where,
  );
}
