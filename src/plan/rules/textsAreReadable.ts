import type { Diagnostic } from '#base';
import { compileTemplate } from '../expressions/template';
import type { Rule } from './rule';
import { readText, textsOf } from './texts';

/** V3: every expression, template and JSONata text can be read. */
export const textsAreReadable: Rule = ({ nodes, authored, at }) => {
  const found: Diagnostic[] = nodes.flatMap(({ node }) =>
    textsOf(node).flatMap((text) => {
      const read = readText(text);
      if (read.ok) return [];
      return read.problem.map((one) => ({
        ...one,
        where: { ...one.where, ...at(node, `${text.field}${one.where.field ?? ''}`) },
      }));
    }),
  );
  const result = compileTemplate(authored?.plan.result ?? null);
  if (result.ok) return found;
  const ofResult = result.problem.map((one) => ({
    ...one,
    where: { ...one.where, ...at(null, `/result${one.where.field ?? ''}`) },
  }));
  return [...found, ...ofResult];
};
