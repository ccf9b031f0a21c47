import { type Diagnostic, didYouMean, problem, type Where, warning } from '#base';
import { allNodes, subPlansOf } from '../graph/bodies';
import { asksModel } from '../graph/calls';
import { fieldsOf } from '../graph/fieldsOf';
import { NODE_TYPES, type NodeOf, type PlanNode } from '../nodes/node';
import type { Plan } from '../schema/plan';
import type { Workspace } from '../schema/workspace';
import type { Rule, Scope, Subject } from './rule';

/** R16: a CANCEL names nodes of its own container, and never itself. */
export const cancelsReach: Rule = (subject) =>
  subject.scopes.flatMap((scope) =>
    scope.body.nodes.flatMap((node) => (node.type === 'CANCEL' ? ofCancel(node, scope, subject) : [])),
  );

function ofCancel(node: NodeOf<'CANCEL'>, { body }: Scope, subject: Subject): readonly Diagnostic[] {
  const beside = new Set(body.nodes.filter(({ type }) => type !== 'NOTE').map(({ id }) => id));
  beside.delete(node.id);
  return node.params.nodes.flatMap((id, index) => {
    if (beside.has(id)) return [];
    const where = subject.at(node, `/params/nodes/${index}`);
    if (id === node.id) {
      const help = 'Name the nodes that it shall cancel.';
      return [problem('CANCEL_ITSELF', `"${id}" cannot cancel itself.`, help, where)];
    }
    const isElsewhere = subject.nodes.some((placed) => placed.node.id === id);
    const message = isElsewhere
      ? `"${node.id}" cannot reach "${id}": it stands in another container.`
      : `There is no node "${id}" to cancel.`;
    const help = isElsewhere
      ? 'Name the container around it, or let it have "cancelOn" a signal.'
      : `${didYouMean(id, beside)}Name a node beside this one.`;
    return [problem('CANCEL_OUT_OF_REACH', message, help, where)];
  });
}

/** P5: the models that a node asks are there. A proposed plan is judged where it runs: it knows no workspace. */
export const modelsAreThere: Rule = (subject) => {
  const { authored, nodes } = subject;
  if (authored === null) return [];
  return nodes.flatMap(({ node }) => modelsOfNode(node, authored.workspace, subject));
};

function modelsOfNode(node: PlanNode, { models }: Workspace, { at }: Subject): readonly Diagnostic[] {
  const ids = models.map(({ id }) => id);
  const named = fieldsOf(node).filter(({ is }) => is === 'model');
  if (ids.length === 0 && named.length === 0 && asksModel(node)) {
    const message = `"${node.id}" asks a model, and this workspace names none: your default model answers.`;
    const help = 'Connect one in the settings, or add a model to the workspace.';
    return [warning('MODEL_NONE', message, help, at(node, placeOf(node)))];
  }
  return named.flatMap(({ value, path }) => {
    const id = String(value);
    if (ids.includes(id)) return [];
    const help = `${didYouMean(id, ids)}Add it to the workspace, or name another.`;
    const where = at(node, path);
    return [problem('MODEL_UNKNOWN', `There is no model "${id}" in this workspace.`, help, where)];
  });
}

/** Where it says which model. */
function placeOf({ type }: PlanNode): string {
  return `/${NODE_TYPES[type].asking?.model.join('/') ?? 'params/models'}`;
}

/** L4: nodes name features of the workspace; a proposed plan has none of its own. */
export const featuresFit: Rule = (subject) => [
  ...(subject.authored?.plan.features ?? []).flatMap(({ feature }, index) =>
    featureIsThere(feature, subject, subject.at(null, `/features/${index}/feature`)),
  ),
  ...addressesOfItsOwn(subject),
  ...subject.nodes.flatMap(({ node }) =>
    (node.features ?? []).flatMap(({ feature }, index) =>
      featureIsThere(feature, subject, subject.at(node, `/features/${index}/feature`)),
    ),
  ),
];

/** The guards of a plan stand at `/<plan>!pre-n`, and those of a node at `/<node>!pre-n` (K11). */
function addressesOfItsOwn(subject: Subject): readonly Diagnostic[] {
  const plan = subject.authored?.plan;
  if (plan?.features === undefined || plan.features.length === 0) return [];
  const namesake = subject.nodes.find(({ node }) => node.id === plan.id)?.node;
  if (namesake === undefined) return [];
  const help = 'Give the node another id.';
  const message = `The plan "${plan.id}" has features, and a node has its id: their calls would share an address.`;
  return [problem('FEATURE_ADDRESS', message, help, subject.at(namesake, '/id'))];
}

function featureIsThere(id: string, { authored, proposed }: Subject, where: Where): readonly Diagnostic[] {
  if (proposed !== null) {
    const help = 'Leave "features" out: those around the plan apply to it.';
    const message = 'A step of a proposed plan has no features of its own.';
    return [problem('FEATURES_NOT_ALLOWED', message, help, where)];
  }
  const ids = authored?.workspace.features.map((feature) => feature.id) ?? [];
  if (authored === null || ids.includes(id)) return [];
  const help = `${didYouMean(id, ids)}Add it to the features of the workspace, or name another.`;
  return [problem('FEATURE_UNKNOWN', `There is no feature "${id}".`, help, where)];
}

/** L1, L9: a SUB_PLAN runs a plan that is there, and recursion is bounded by `maxDepth`. */
export const subPlansOpen: Rule = (subject) =>
  subject.nodes.flatMap(({ node }) => (node.type === 'SUB_PLAN' ? ofSubPlan(node, subject) : []));

function ofSubPlan(node: NodeOf<'SUB_PLAN'>, { authored, at }: Subject): readonly Diagnostic[] {
  const where = at(node, '/params/plan');
  if (authored === null) {
    const help = 'Write the steps themselves: a proposed plan has its tools, and no plans of the workspace.';
    return [problem('SUB_PLAN_NOT_ALLOWED', `"${node.id}" cannot run a plan of the workspace.`, help, where)];
  }
  const { plans } = authored.workspace;
  const { plan: id, maxDepth } = node.params;
  const plan = plans.find((one) => one.id === id);
  if (plan === undefined) {
    const ids = plans.map((one) => one.id);
    const help = `${didYouMean(id, ids)}Choose one of ${ids.join(', ')}, or add it.`;
    return [problem('SUB_PLAN_UNKNOWN', `There is no plan "${id}".`, help, where)];
  }
  if (maxDepth !== undefined || !leadsBack(plan, authored.plan.id, plans)) return [];
  const message = `"${node.id}" runs "${id}" inside itself, without an end.`;
  const help = 'Give it "maxDepth": how many instances of the plan may be inside each other.';
  return [problem('RECURSION_UNBOUNDED', message, help, where)];
}

/** Whether a plan opens another through SUB_PLANs that no `maxDepth` bounds. */
export function leadsBack(plan: Plan, target: string, plans: readonly Plan[]): boolean {
  const seen = new Set<string>();
  const waiting = [plan];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.id === target) return true;
    if (seen.has(at.id)) continue;
    seen.add(at.id);
    if (at.kind === 'state-machine') {
      waiting.push(...subPlansOf(at, plans));
      continue;
    }
    for (const { node } of allNodes(at)) {
      if (node.type !== 'SUB_PLAN' || node.params.maxDepth !== undefined) continue;
      const next = plans.find(({ id }) => id === node.params.plan);
      if (next) waiting.push(next);
    }
  }
  return false;
}
