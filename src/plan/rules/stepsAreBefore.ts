import { type Diagnostic, didYouMean, problem } from '#base';
import type { PlacedNode } from '../graph/bodies';
import { leadsTo, predecessorsOf } from '../graph/order';
import type { Rule, Scope, Subject } from './rule';
import { readText, textsOf } from './texts';

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
    return [
      problem('STEP_REFERENCE', `steps["${step}"] exists only in plans that a planner makes.`, help, where),
    ];
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
