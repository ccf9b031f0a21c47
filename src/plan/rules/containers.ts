import { type Diagnostic, isJsonObject, type Json, LIMITS, own, problem, type Where } from '#base';
import { isReservedName } from '../expressions/references';
import type { NodeOf, PlanNode } from '../nodes/node';
import { localsOf } from './names';
import type { Rule, Subject } from './rule';

/** L9: a LOOP has a test, the parameters of an ITERATOR fit each other, and local names are nobody else's. */
export const containersAreSound: Rule = (subject) =>
  subject.nodes.flatMap(({ node }) => [...ofLocals(node, subject), ...ofType(node, subject)]);

function ofType(node: PlanNode, subject: Subject): readonly Diagnostic[] {
  if (node.type === 'LOOP') return ofLoop(node, subject);
  return node.type === 'ITERATOR' ? ofIterator(node, subject) : [];
}

function ofLoop(node: NodeOf<'LOOP'>, { at }: Subject): readonly Diagnostic[] {
  if (node.params.while !== undefined || node.params.until !== undefined) return [];
  const help = 'Write "while", tested before each round, or "until", tested after each.';
  const message = `The loop "${node.id}" has neither "while" nor "until".`;
  return [problem('LOOP_WITHOUT_TEST', message, help, at(node, '/params'))];
}

function ofIterator(node: NodeOf<'ITERATOR'>, { at }: Subject): readonly Diagnostic[] {
  const { merge = 'COLLECT', collectInto, concurrency = 1 } = node.params;
  const found: Diagnostic[] = [];
  if (merge === 'PREFIX_BY_ACTIVITY') {
    const message = 'The items of an ITERATOR all have the same first node: their writes need other names.';
    const help = 'Use COLLECT, or let a GROUP merge its branches so.';
    found.push(problem('MERGE_NOT_OF_ITEMS', message, help, at(node, '/params/merge')));
  }
  if (collectInto !== undefined && merge !== 'COLLECT') {
    const message = `"${node.id}" collects into "${collectInto}", but it merges by ${merge}.`;
    const help = 'Use the merge COLLECT, or map the result with "output".';
    found.push(problem('COLLECT_WITHOUT_COLLECT', message, help, at(node, '/params/collectInto')));
  }
  if (merge === 'SHARED' && concurrency > 1) {
    const message = 'Items that write the same variables run one after another.';
    const help = 'Set "concurrency" to 1, or use another merge.';
    found.push(problem('SHARED_NOT_ALONE', message, help, at(node, '/params/concurrency')));
  }
  return found;
}

function ofLocals(node: PlanNode, { names, at }: Subject): readonly Diagnostic[] {
  const locals = localsOf(node);
  return locals.flatMap((name, index) => {
    const isTaken = names.declared.has(name) || isReservedName(name) || locals.indexOf(name) !== index;
    if (!isTaken) return [];
    const isItem = node.type === 'ITERATOR' && node.params.itemVariable === name && index === 0;
    const message = `"${name}" cannot be the name of an item or round: it means something else already.`;
    const help = 'Choose a name that no variable has.';
    const field = isItem ? '/params/itemVariable' : '/params/indexVariable';
    return [problem('LOCAL_NAME_TAKEN', message, help, at(node, field))];
  });
}

/** T4: the one refusal of containers that are nested too deeply, wherever that is found. */
export function containersTooDeep(where: Where): Diagnostic {
  return problem(
    'CONTAINER_TOO_DEEP',
    `Containers are nested more than ${LIMITS.containerDepth} deep.`,
    'Flatten the groups.',
    where,
  );
}

const BODIES = ['body', 'try', 'catch', 'finally'] as const;

/**
 * Looks through a value that is too deep for JSON of ours: is it containers inside each other that make it so? They are told
 * as such, and not by levels of JSON, of which each container takes three.
 *
 * @param value a workspace, a plan or a body
 */
export function nestedTooDeep(value: Json): Diagnostic | null {
  const pending: {
    readonly value: Json | undefined;
    readonly depth: number;
    readonly plan: string | null;
  }[] = [
    ...listIn(value, 'plans').map((plan) => ({ value: plan, depth: 0, plan: idOf(plan) })),
    { value, depth: 0, plan: null },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { depth, plan } = next;
    for (const node of listIn(next.value, 'nodes')) {
      const id = idOf(node);
      const where = { ...(plan === null ? {} : { plan }), ...(id === null ? {} : { node: id }) };
      if (depth > LIMITS.containerDepth) return containersTooDeep(where);
      if (!isJsonObject(node)) continue;
      for (const body of BODIES) pending.push({ value: own(node, body), depth: depth + 1, plan });
    }
  }
  return null;
}

function listIn(value: Json | undefined, key: string): readonly Json[] {
  const list = isJsonObject(value) ? own(value, key) : undefined;
  return Array.isArray(list) ? list : [];
}

function idOf(value: Json): string | null {
  const id = isJsonObject(value) ? own(value, 'id') : undefined;
  return typeof id === 'string' ? id : null;
}
