import { type Diagnostic, warning } from '#base';
import { allNodes, bodiesOf, components } from '../graph/bodies';

import { bothRunIn, leadsTo, predecessorsOf, ranksOf } from '../graph/order';

import type { Body, PlanNode } from '../nodes/node';
import { writtenBy } from './names';
import type { Rule, Scope, Subject } from './rule';

/**
 * R20: two nodes that may run at the same time and write one variable. Branches of an ASYNC GROUP write into layers
 * of their own and are merged, so they do not race; nor do nodes on the two sides of a choice.
 */
export const writersDoNotRace: Rule = (subject) => subject.scopes.flatMap((scope) => ofScope(scope, subject));

function ofScope({ body, container, isSequence }: Scope, { at }: Subject): readonly Diagnostic[] {
  const writers = writersByVariable(body);
  if (isSequence || writers.size === 0) return [];
  const predecessors = predecessorsOf(inOrderOnly(body));
  const ranks = ranksOf(body);
  const branchOf = container?.type === 'GROUP' ? branches(body) : new Map<string, number>();
  const bothRun = bothRunIn(body);
  const isBefore = (one: PlanNode, other: PlanNode): boolean => leadsTo(predecessors, one.id, other.id);
  const mayRace = (one: PlanNode, other: PlanNode): boolean =>
    branchOf.get(one.id) === branchOf.get(other.id) && !isBefore(one, other) && bothRun(one, other);
  return [...writers].flatMap(([variable, nodes]) => {
    const inOrder = nodes.toSorted((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0));
    if (inOrder.every((node, index) => index === 0 || isBefore(inOrder[index - 1] ?? node, node))) return [];
    return racing(inOrder, mayRace).map(([one, other]) => {
      const message = `"${one.id}" and "${other.id}" may run at the same time, and both write "${variable}".`;
      const help = 'Let one come after the other, or write two variables.';
      return warning('WRITE_RACE', message, help, at(other, '/output'));
    });
  });
}

/** R6: what comes after a JOIN N_OF whose rest goes on does not come after its ways. */
function inOrderOnly(body: Body): Body {
  const early = new Set(body.nodes.filter(letsRestRun).map(({ id }) => id));
  return early.size === 0 ? body : { ...body, edges: body.edges.filter(({ to }) => !early.has(to)) };
}

function letsRestRun(node: PlanNode): boolean {
  return node.type === 'JOIN' && node.params?.rest === 'ignore' && (node.params.need ?? 'ALL') !== 'ALL';
}

/** Of more writers than this only the first are compared with each other: what is wrong shows in them. */
const COMPARED = 200;

/** For each node the first earlier one that it races with. */
function racing(
  inOrder: readonly PlanNode[],
  mayRace: (one: PlanNode, other: PlanNode) => boolean,
): readonly (readonly [PlanNode, PlanNode])[] {
  const compared = inOrder.slice(0, COMPARED);
  return compared.flatMap((node, index) => {
    const rival = compared.slice(0, index).find((other) => mayRace(other, node));
    return rival ? [[rival, node] as const] : [];
  });
}

function writersByVariable(body: Body): ReadonlyMap<string, readonly PlanNode[]> {
  const writers = new Map<string, PlanNode[]>();
  for (const node of body.nodes) {
    if (node.disabled === 'skip') continue;
    for (const variable of new Set(writtenInside(node))) {
      const known = writers.get(variable);
      if (known) known.push(node);
      else writers.set(variable, [node]);
    }
  }
  return new Map([...writers].filter(([, nodes]) => nodes.length > 1));
}

/** What a node writes into its scope: a container what its inside writes, unless the merge keeps that to itself. */
function writtenInside(node: PlanNode): readonly string[] {
  if (keepsItsWrites(node)) return writtenBy(node);
  const inside = bodiesOf(node).flatMap((inner) => [...allNodes(inner.body)]);
  return [...writtenBy(node), ...inside.flatMap((inner) => writtenBy(inner.node))];
}

/** Whether the merge of a container writes none of its branches' variables (R21). */
function keepsItsWrites(node: PlanNode): boolean {
  if (node.type === 'ITERATOR') return (node.params.merge ?? 'COLLECT') === 'COLLECT';
  if (node.type !== 'GROUP' || node.params.mode === 'SYNC') return false;
  return node.params.merge === 'COLLECT' || node.params.merge === 'PREFIX_BY_ACTIVITY';
}

function branches(body: Body): Map<string, number> {
  const branchOf = new Map<string, number>();
  for (const [index, branch] of components(body).entries())
    for (const node of branch) branchOf.set(node.id, index);
  return branchOf;
}
