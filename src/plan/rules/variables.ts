import { type Diagnostic, didYouMean, type Json, problem, type Where, warning } from '#base';
import { compileExpression, placeOfName } from '../expressions/expression';
import { isReservedName } from '../expressions/references';
import { compileTemplate } from '../expressions/template';
import { allNodes } from '../graph/bodies';
import { capabilityOfMerge } from '../graph/calls';
import { fieldsOf } from '../graph/fieldsOf';
import { leadsTo, predecessorsOf } from '../graph/order';
import { validateJson } from '../jsonSchema/judge';
import type { NodeOf, PlanNode } from '../nodes/node';
import type { Rule, Subject } from './rule';
import { localsByContainer, type Names, writtenBy } from './rule';
import { expressionsIn, type LanguageText, readText, textsOf } from './texts';

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
  if (name === 'steps') {
    const help = 'Write steps["ID"] with the id of an earlier step.';
    return problem('VARIABLE_UNDECLARED', '"steps" is read without the id of a step.', help, where);
  }
  const hint = didYouMean(name, names.declared.keys());
  const help = `${hint}Declare it in the plan's variables, or correct the name.`;
  return problem('VARIABLE_UNDECLARED', `There is no variable "${name}".`, help, where);
}

/** V1, W2: names that expressions can read, defaults that fit their schema. */
export const variablesAreSound: Rule = function* ({ authored, fuel, at }) {
  const plan = authored?.plan;
  if (!plan || plan.variables === 'open') return;
  for (const [index, { id, schema, default: byDefault }] of plan.variables.entries()) {
    const where = at(null, `/variables/${index}/id`);
    if (isReservedName(id)) {
      const message = `A variable cannot be named "${id}": expressions know that word already.`;
      yield problem('VARIABLE_NAME_RESERVED', message, 'Choose another name.', where);
    }
    if (id.startsWith('__') && plan.source === undefined) {
      const message = `"${id}" begins with "__", which is kept for planners and importers.`;
      yield warning('VARIABLE_NAME_KEPT', message, 'Choose another name.', where);
    }
    const [violation] =
      schema !== undefined && byDefault !== undefined ? validateJson(schema, byDefault, fuel) : [];
    if (violation) {
      const message = `The default of "${id}" does not fit its schema: ${violation.message}`;
      const help = 'Correct the default or the schema.';
      yield problem('DEFAULT_INVALID', message, help, at(null, `/variables/${index}/default`));
    }
  }
};

/** V1: an OUT variable that the result uses is written somewhere, else the run ends with `OUTPUT_MISSING`. */
export const resultIsAssigned: Rule = ({ nodes, authored, at }) => {
  const plan = authored?.plan;
  if (!plan || plan.variables === 'open') return [];
  // What a generated plan will write cannot be known, nor what a capability merges branches into.
  if (nodes.some(({ node }) => node.type === 'PLAN_EXECUTOR' || isInline(node) || capabilityOfMerge(node))) {
    return [];
  }
  const template = compileTemplate(plan.result ?? null);
  if (!template.ok) return [];
  const written = new Set(nodes.flatMap(({ node }) => writtenBy(node)));
  const used = template.value.references.variables;
  return plan.variables.flatMap(({ id, scope, default: byDefault }) => {
    if (scope !== 'OUT' || byDefault !== undefined || written.has(id) || !used.has(id)) return [];
    const message = `The result uses "${id}", but no node writes it.`;
    const help = 'Write it in the "output" of a node, or take it out of the result.';
    return [warning('OUTPUT_NEVER_ASSIGNED', message, help, at(null, '/result'))];
  });
};

function isInline(node: PlanNode): boolean {
  return node.type === 'PLANNER' && node.params?.execute === 'inline';
}

/** V1: nodes write variables that are declared, and leave the inputs of the plan alone. */
export const outputsAreDeclared: Rule = ({ nodes, names, at }) =>
  nodes.flatMap(({ node }) =>
    fieldsOf(node).flatMap(({ is, value, path }) =>
      is === 'writes' ? ofWrite(String(value), names, at(node, path)) : [],
    ),
  );

function ofWrite(variable: string, names: Names, where: Where): readonly Diagnostic[] {
  if (!names.has(variable)) {
    const message = `The output writes "${variable}", which is no variable of the plan.`;
    const hint = didYouMean(variable, names.declared.keys());
    const help = `${hint}Declare it in the plan's variables, or write another.`;
    return [problem('OUTPUT_UNDECLARED', message, help, where)];
  }
  if (names.declared.get(variable)?.scope !== 'IN') return [];
  const message = `The output writes "${variable}", which is an input of the plan.`;
  const help = 'Write a variable of its own, so that the input can still be read.';
  return [warning('INPUT_OVERWRITTEN', message, help, where)];
}

/**
 * L9: items never see each other's writes unless they share, so a body that reads what it writes reads what was there
 * before the first item. What a node reads that was written earlier in the same item is its own.
 */
export const itemsDoNotShare: Rule = (subject) =>
  subject.nodes.flatMap(({ node }) => {
    const isApart = node.type === 'ITERATOR' && node.params.merge !== 'SHARED';
    return isApart ? ofIterator(node, subject) : [];
  });

function ofIterator({ body }: NodeOf<'ITERATOR'>, { at }: Subject): readonly Diagnostic[] {
  const predecessors = predecessorsOf(body);
  const written = body.nodes.map((node) => [node, namesIn(node, writtenBy)] as const);
  return body.nodes.flatMap((reader) => {
    const reads = namesIn(reader, readBy);
    const writers = written.flatMap(([writer, names]) => {
      const isBefore = writer !== reader && leadsTo(predecessors, writer.id, reader.id);
      return [...names].filter((name) => reads.has(name)).map((name) => ({ name, isBefore }));
    });
    const before = new Set(writers.filter((one) => one.isBefore).map(({ name }) => name));
    const names = new Set(writers.filter((one) => !before.has(one.name)).map(({ name }) => name));
    return [...names].map((name) => {
      const message = `"${reader.id}" reads "${name}", which its items write: no item sees what another wrote.`;
      const help = 'Use the merge SHARED if each item shall go on from the one before.';
      return warning('ITEM_READS_ITEM', message, help, at(reader));
    });
  });
}

/** What a node reads or writes, with all that is inside it. */
function namesIn(node: PlanNode, of: (node: PlanNode) => readonly string[]): ReadonlySet<string> {
  const inside = [...allNodes({ nodes: [node], edges: [] })];
  return new Set(inside.flatMap((placed) => of(placed.node)));
}

function readBy(node: PlanNode): readonly string[] {
  return textsOf(node).flatMap((text) => {
    const read = readText(text);
    return read.ok ? [...read.value.variables] : [];
  });
}
