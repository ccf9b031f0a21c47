import type { Json, JsonObject } from '#base';
import { bodiesOf } from '../graph/bodies';
import { type Body, edgeKey, type PlanNode } from '../nodes/node';
import type { CapabilityPlan, Plan } from '../schema/plan';
import type { StateMachinePlan } from '../schema/stateMachine';
import type { Variable } from '../schema/variable';
import { meaningOfStates } from './meaningOfMachine';

/**
 * What a plan means, as JSON: ids, types, parameters, edges, variables and contracts; not names, descriptions,
 * notes, layout, foreign leftovers (W4). Edges are sorted, because their order never matters (R22), and an
 * empty object of parameters is the same as none.
 */
export function meaningOfPlan(plan: Plan): JsonObject {
  return plan.kind === 'capability' ? meaningOfCapabilityPlan(plan) : meaningOfMachine(plan);
}

/** The same for a body: what a planner proposed, or the inside of a container. */
export function meaningOfBody(body: Body): JsonObject {
  return {
    nodes: body.nodes.filter((node) => node.type !== 'NOTE').map(meaningOfNode),
    edges: body.edges.map(edgeKey).toSorted(),
  };
}

function meaningOfCapabilityPlan(plan: CapabilityPlan): JsonObject {
  return {
    id: plan.id,
    kind: plan.kind,
    variables: plan.variables === 'open' ? 'open' : plan.variables.map(meaningOfVariable),
    strict: plan.strict ?? false,
    ...(plan.result === undefined ? {} : { result: plan.result }),
    ...(plan.features === undefined ? {} : { features: plan.features }),
    ...meaningOfBody(plan),
  };
}

function meaningOfMachine(plan: StateMachinePlan): JsonObject {
  return { ...meaningOfStates(plan), variables: plan.variables.map(meaningOfVariable) };
}

function meaningOfVariable(variable: Variable): JsonObject {
  const { description: _description, ...meaning } = variable;
  return asJson(meaning);
}

function meaningOfNode(node: PlanNode): JsonObject {
  const inner = bodiesOf(node).map(({ name, body }) => [name, meaningOfBody(body)] as const);
  return { ...meaningOfNodeAlone(node), ...Object.fromEntries(inner) };
}

/** What a node means itself, without what lies in it. */
export function meaningOfNodeAlone(node: PlanNode): JsonObject {
  const { name: _name, source: _source, params, ...rest } = node;
  const withParams = params && Object.keys(params).length > 0 ? { params } : {};
  const bodies = new Set<string>(bodiesOf(node).map(({ name }) => name));
  const own = Object.entries(rest).filter(([key]) => !bodies.has(key));
  return asJson({ ...Object.fromEntries(own), ...withParams });
}

/** Optional keys of the schema's types may be undefined; canonical JSON leaves those out. */
function asJson(value: object): JsonObject {
  return value as { readonly [key: string]: Json };
}
