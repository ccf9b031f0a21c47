import { type Diagnostic, didYouMean, grouped, problem, warning } from '#base';
import { allNodes, bodiesOf, components, type PlacedNode } from '../graph/bodies';
import { bothRunIn, leadsTo, predecessorsOf, ranksOf } from '../graph/order';
import type { Body, PlanNode } from '../nodes/node';
import type { Plan } from '../schema/plan';
import type { Rule, Scope, Subject } from './rule';
import { writtenBy } from './rule';
import { readText, textsOf } from './texts';

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
  const writes = body.nodes
    .filter(({ disabled }) => disabled !== 'skip')
    .flatMap((node) => [...new Set(writtenInside(node))].map((variable) => ({ node, variable })));
  const several = [...grouped(writes, ({ variable }) => variable)].filter(([, found]) => found.length > 1);
  return new Map(several.map(([variable, found]) => [variable, found.map(({ node }) => node)]));
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
  return new Map(components(body).flatMap((branch, index) => branch.map(({ id }) => [id, index] as const)));
}

/**
 * R13: `steps["ID"]` in a dynamic plan names a step that comes before by edges (in a SYNC GROUP: by order). Inside a
 * container what comes before the container counts too. A plan of a workspace has no `steps`, and what an executor answers from
 * are those of the plan that it runs (P10), which nobody knows yet.
 */
export const stepsAreBefore: Rule = (subject) => {
  const order = new StepOrder(subject);
  return subject.nodes.flatMap((placed) =>
    textsOf(placed.node).flatMap((text) => {
      if (text.sees.includes('steps')) return [];
      const read = readText(text);
      const steps = read.ok ? [...read.value.steps] : [];
      return steps.flatMap((step) => ofStep(step, placed, text.field, subject, order));
    }),
  );
};

function ofStep(
  step: string,
  user: PlacedNode,
  field: string,
  subject: Subject,
  order: StepOrder,
): readonly Diagnostic[] {
  const { node } = user;
  const where = subject.at(node, field);
  if (subject.proposed === null) {
    const help = 'Write results to variables with "output", and read those.';
    const message = `steps["${step}"] exists only in plans that a planner makes.`;
    return [problem('STEP_REFERENCE', message, help, where)];
  }
  const used = order.placed.get(step);
  const { unread } = subject.proposed;
  if (unread !== undefined && (used || unread.has(step))) return [];
  if (!used) {
    const message = `"${node.id}" uses steps["${step}"], but there is no such step.`;
    const help = `${didYouMean(step, order.placed.keys())}Name a step that comes before.`;
    return [problem('STEP_REFERENCE', message, help, where)];
  }
  if (order.isBefore(used, user)) return [];
  const message = `"${node.id}" uses steps["${step}"], which does not come before it.`;
  const help = `Lead an edge from "${step}" to "${node.id}", or use an earlier step.`;
  return [problem('STEP_REFERENCE', message, help, where)];
}

/** Which step comes before which. Two steps meet in the innermost container that holds both. */
class StepOrder {
  readonly placed: ReadonlyMap<string, PlacedNode>;
  private readonly scopes: ReadonlyMap<string | null, Scope>;
  private readonly predecessors = new Map<Scope, ReadonlyMap<string, readonly string[]>>();

  constructor({ nodes, scopes }: Subject) {
    this.placed = new Map(nodes.map((placed) => [placed.node.id, placed]));
    this.scopes = new Map(scopes.map((scope) => [scope.id, scope]));
  }

  isBefore(used: PlacedNode, user: PlacedNode): boolean {
    const wayToUsed = [...used.path, used.node.id];
    const wayToUser = [...user.path, user.node.id];
    const bodies = [...used.bodies, used.node.id];
    const inBodies = [...user.bodies, user.node.id];
    const parting = bodies.findIndex((id, index) => id !== inBodies[index]);
    const [first, second] = [wayToUsed[parting], wayToUser[parting]];
    const scope = this.scopes.get(bodies[parting - 1] ?? null);
    // One of them is the other, or holds it.
    if (first === undefined || second === undefined || !scope) return false;
    if (scope.isSequence) return indexIn(scope, first) < indexIn(scope, second);
    const predecessors = this.predecessors.get(scope) ?? predecessorsOf(scope.body);
    this.predecessors.set(scope, predecessors);
    return leadsTo(predecessors, first, second);
  }
}

function indexIn({ body }: Scope, id: string): number {
  return body.nodes.findIndex((node) => node.id === id);
}

/**
 * L2: a container may have a mutex only if nothing inside has one, a plan that it runs included: two that wait for
 * each other would wait for ever.
 */
export const mutexesDoNotNest: Rule = ({ nodes, authored, at }) => {
  const plans = new Map((authored?.workspace.plans ?? []).map((plan) => [plan.id, plan]));
  return nodes.flatMap(({ node }) => {
    if (node.mutex === undefined) return [];
    const inner = mutexInside(node, plans, new Set());
    if (inner === null) return [];
    const message = `"${node.id}" has a mutex, and so has "${inner}" inside it.`;
    const help = 'Take one of them away: while the outer is held the inner could wait for ever.';
    return [problem('MUTEX_NESTED', message, help, at(node, '/mutex'))];
  });
};

/** Id of a node inside that has a mutex; null when none has. */
function mutexInside(node: PlanNode, plans: ReadonlyMap<string, Plan>, seen: Set<string>): string | null {
  for (const body of insideOf(node, plans, seen)) {
    for (const { node: inner } of allNodes(body)) {
      if (inner.mutex !== undefined) return inner.id;
      const deeper = inner.type === 'SUB_PLAN' ? mutexInside(inner, plans, seen) : null;
      if (deeper !== null) return deeper;
    }
  }
  return null;
}

function insideOf(node: PlanNode, plans: ReadonlyMap<string, Plan>, seen: Set<string>): readonly Body[] {
  if (node.type !== 'SUB_PLAN') return bodiesOf(node).map(({ body }) => body);
  const plan = plans.get(node.params.plan);
  if (plan?.kind !== 'capability' || seen.has(plan.id)) return [];
  seen.add(plan.id);
  return [plan];
}
