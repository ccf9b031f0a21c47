import { type Diagnostic, warning } from '#base';
import { allNodes } from '../graph/allNodes';
import { components } from '../graph/components';
import { leadsTo, predecessorsOf, reachableFrom, successorsOf } from '../graph/reach';
import { portsOf } from '../nodes';
import type { Body, PlanNode } from '../schema/node';
import { writtenByPlanner } from './names';
import type { Rule, Scope, Subject } from './rule';

/**
 * R20: two nodes that may run at the same time and write one variable. Branches of an ASYNC GROUP write into layers
 * of their own and are merged, so they do not race; nor do nodes on the two sides of a choice.
 */
export const writersDoNotRace: Rule = (subject) => subject.scopes.flatMap((scope) => ofScope(scope, subject));

function ofScope({ body, container, isSequence }: Scope, { at }: Subject): readonly Diagnostic[] {
  const writers = writersByVariable(body);
  if (isSequence || writers.size === 0) return [];
  const predecessors = predecessorsOf(body);
  const ranks = ranksOf(body, predecessors);
  const branchOf = container ? branches(body) : new Map<string, number>();
  const mayRace = (one: PlanNode, other: PlanNode): boolean =>
    branchOf.get(one.id) === branchOf.get(other.id) &&
    !leadsTo(predecessors, one.id, other.id) &&
    !areAlternatives(one, other, body);
  return [...writers].flatMap(([variable, nodes]) => {
    const inOrder = nodes.toSorted((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0));
    return racing(inOrder, mayRace).map(([one, other]) => {
      const message = `"${one.id}" and "${other.id}" may run at the same time, and both write "${variable}".`;
      const help = 'Let one come after the other, or write two variables.';
      return warning('WRITE_RACE', message, help, at(other, '/output'));
    });
  });
}

/** Of more writers than this only the first are compared with each other: what is wrong shows in them. */
const COMPARED = 200;

/** For each node the first earlier one that it races with. If neighbours are in order, so are all. */
function racing(
  inOrder: readonly PlanNode[],
  mayRace: (one: PlanNode, other: PlanNode) => boolean,
): readonly (readonly [PlanNode, PlanNode])[] {
  const isOrdered = inOrder.every((node, index) => {
    const previous = inOrder[index - 1];
    return previous === undefined || !mayRace(previous, node);
  });
  if (isOrdered && inOrder.length > COMPARED) return [];
  const compared = inOrder.slice(0, COMPARED);
  return compared.flatMap((node, index) => {
    const rival = compared.slice(0, index).find((other) => mayRace(other, node));
    return rival ? [[rival, node] as const] : [];
  });
}

/** A number for each node that is higher than those of all before it (Kahn); nodes on a cycle have none. */
function ranksOf(
  body: Body,
  predecessors: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const successors = successorsOf(body);
  const open = new Map([...predecessors].map(([id, before]) => [id, before.length]));
  const ready = [...open].filter(([, count]) => count === 0).map(([id]) => id);
  const ranks = new Map<string, number>();
  for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
    ranks.set(id, ranks.size);
    for (const next of successors.get(id) ?? []) {
      const left = (open.get(next) ?? 0) - 1;
      open.set(next, left);
      if (left === 0) ready.push(next);
    }
  }
  return ranks;
}

function writersByVariable(body: Body): ReadonlyMap<string, readonly PlanNode[]> {
  const writers = new Map<string, PlanNode[]>();
  for (const [index, node] of body.nodes.entries()) {
    for (const variable of new Set(writtenBy(node, body, index))) {
      writers.set(variable, [...(writers.get(variable) ?? []), node]);
    }
  }
  return new Map([...writers].filter(([, nodes]) => nodes.length > 1));
}

/** What a node writes into its scope: a container what its inside writes, unless the merge keeps that to itself. */
function writtenBy(node: PlanNode, body: Body, index: number): readonly string[] {
  const own = [...Object.keys(node.output ?? {}), ...writtenByPlanner({ node, path: [], body, index })];
  if (node.type !== 'GROUP') return own;
  const { mode, merge } = node.params;
  if (mode === 'ASYNC' && (merge === 'COLLECT' || merge === 'PREFIX_BY_ACTIVITY')) return own;
  const inner = [...allNodes(node.body)].flatMap((placed) => [
    ...Object.keys(placed.node.output ?? {}),
    ...writtenByPlanner(placed),
  ]);
  return [...own, ...inner];
}

function branches(body: Body): Map<string, number> {
  const branchOf = new Map<string, number>();
  for (const [index, branch] of components(body).entries())
    for (const node of branch) branchOf.set(node.id, index);
  return branchOf;
}

/**
 * Whether some node before both chooses between them: every way to each leads through it, and by different ports.
 * Of a node that routes its errors, `out` and `error` are such a choice too.
 */
function areAlternatives(one: PlanNode, other: PlanNode, body: Body): boolean {
  return body.nodes.some((choice) => {
    if (portsOf(choice).length < 2 || (choice.type === 'SWITCH' && choice.params.all === true)) return false;
    const portsToOne = portsTo(one, choice, body);
    if (portsToOne.size === 0) return false;
    const portsToOther = portsTo(other, choice, body);
    if (portsToOther.size === 0 || [...portsToOne].some((port) => portsToOther.has(port))) return false;
    return isOnEveryWay(choice, one, body) && isOnEveryWay(choice, other, body);
  });
}

function portsTo(node: PlanNode, choice: PlanNode, body: Body): ReadonlySet<string> {
  const leading = reachableFrom(predecessorsOf(body), [node.id]).add(node.id);
  return new Set(
    body.edges.filter(({ from, to }) => from === choice.id && leading.has(to)).map(({ port }) => port),
  );
}

function isOnEveryWay(choice: PlanNode, node: PlanNode, body: Body): boolean {
  const without = {
    nodes: body.nodes.filter(({ id }) => id !== choice.id),
    edges: body.edges.filter(({ from }) => from !== choice.id),
  };
  const targets = new Set(body.edges.map(({ to }) => to));
  const starts = body.nodes.filter(({ id }) => !targets.has(id) && id !== choice.id).map(({ id }) => id);
  return (
    node.id !== choice.id &&
    !starts.includes(node.id) &&
    !reachableFrom(successorsOf(without), starts).has(node.id)
  );
}
