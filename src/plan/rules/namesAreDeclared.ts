import { type Diagnostic, didYouMean, type Json, problem, type Where } from '#base';
import { compileExpression, placeOfName } from '../expressions/expression';
import type { PlanNode } from '../nodes/node';
import { localsByContainer, type Names } from './names';
import type { Rule, Subject } from './rule';
import { expressionsIn, type LanguageText, textsOf } from './texts';

/**
 * V1, L9: expressions and templates name only variables that are declared, and local names of the containers around
 * them; V3: and say where they do not.
 */
export const namesAreDeclared: Rule = (subject) => {
  const { nodes, names, authored, proposed, at } = subject;
  const locals = localsByContainer(nodes);
  const ofNodes = nodes.flatMap(({ node, path }) => {
    const around = [...path.flatMap((id) => locals.get(id) ?? []), ...(proposed?.locals ?? [])];
    const texts = textsOf(node).filter(({ isOpen }) => !isOpen);
    return [
      ...texts.flatMap((text) =>
        unknownIn({ ...text, sees: [...text.sees, ...around] }, names, (field) =>
          at(node, `${text.field}${field}`),
        ),
      ),
      ...ofPrompt(node, around, subject),
    ];
  });
  const result: Json = authored?.plan.result ?? null;
  const ofResult = unknownIn({ kind: 'template', value: result, sees: [] }, names, (field) =>
    at(null, `/result${field}`),
  );
  return [...ofNodes, ...ofResult];
};

/** A prompt that a FILL_TEMPLATE fills sees the variables of that plan, and nothing else. */
function ofPrompt(
  node: PlanNode,
  sees: readonly string[],
  { names, authored, at }: Subject,
): readonly Diagnostic[] {
  const id = node.type === 'FILL_TEMPLATE' ? node.params.prompt : undefined;
  const prompt = authored?.workspace.prompts.find((one) => one.id === id);
  if (!prompt) return [];
  const text = { kind: 'template', value: prompt.text, sees } as const;
  // The place in the prompt would be read as one in the node.
  return unknownIn(text, names, () => at(node, '/params/prompt')).map(({ where, ...found }) => {
    const { offset: _offset, ...place } = where;
    return { ...found, message: `In the prompt "${prompt.id}": ${found.message}`, where: place };
  });
}

/** Each unknown name of a text once, where it is first written. */
function unknownIn(
  text: Pick<LanguageText, 'kind' | 'value' | 'sees'>,
  names: Names,
  whereOf: (field: string) => Where,
): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const { source, field, offset } of expressionsIn(text)) {
    const read = compileExpression(source);
    if (!read.ok) continue;
    for (const name of read.value.references.variables) {
      if (found.has(name) || names.has(name) || text.sees.includes(name)) continue;
      const place = offset + placeOfName(read.value, name);
      found.set(name, undeclared(name, names, { ...whereOf(field), offset: place }));
    }
  }
  return [...found.values()];
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
