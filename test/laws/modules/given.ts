import { isJsonObject, type Json, type JsonObject } from '#base';
import { allNodes, type Body, type CapabilityPlan, type Feature, type PlanNode, readBody } from '#plan';
import { expressionOf, type Sources } from '../../compile/expressionOf';
import type { Case } from '../random/build';

/** What an author gives to the module of a drawn plan besides its activities. */
export interface Given {
  readonly expressions: Record<string, (variables: JsonObject, value: Json, steps: JsonObject) => Json>;
  readonly plans: Record<string, (variables: JsonObject) => Json>;
}

/** Expressions and dynamic plans, made from what stands in the plans, and in those that its planners will propose. */
export function givenFor(plans: readonly CapabilityPlan[], { script, features }: Case): Given {
  const nodes = new Map<string, PlanNode>();
  const learn = (body: Body): void => {
    for (const { node } of allNodes(body)) nodes.set(node.id, node);
  };
  for (const plan of plans) learn(plan);
  for (const { output = null } of Object.values(script.nodes).flat()) {
    const body = isJsonObject(output) ? readBody(output) : null;
    if (body?.ok) learn(body.value);
  }
  const known: readonly Feature[] = JSON.parse(JSON.stringify(features));
  const sources: Sources = {
    plan: (prefix) => plans.find(({ id }, index) => `${id}/` === prefix || (index === 0 && prefix === '')),
    node: (name) => nodes.get(name.split('/').at(-1) ?? ''),
    feature: (id) => known.find((feature) => feature.id === id),
  };
  return {
    expressions: lazily((key) => expressionOf(sources, key)),
    plans: lazily((key) => (variables) => planIn(sources.node(key), variables)),
  };
}

function planIn(node: PlanNode | undefined, variables: JsonObject): Json {
  const isKnown = node?.type === 'PLANNER' || node?.type === 'PLAN_EXECUTOR';
  const body = variables[(isKnown ? node.params?.planVariable : undefined) ?? 'dynamicPlan'] ?? null;
  const isPlan = isJsonObject(body) && Array.isArray(body.nodes) && Array.isArray(body.edges);
  return isPlan ? body : null;
}

function lazily<Value>(make: (key: string) => Value | undefined): Record<string, Value> {
  return new Proxy({}, { get: (_, key) => (typeof key === 'string' ? make(key) : undefined) });
}
