import { Fuel, LIMITS, type Where } from '#base';
import { allBodies, allNodes } from '../graph/allNodes';
import type { Body, Edge, PlanNode } from '../nodes/node';
import type { Catalogue } from '../schema/capabilityDescriptor';
import type { CapabilityPlan } from '../schema/plan';
import type { Workspace } from '../schema/workspace';
import { namesAround, namesOfPlan } from './names';
import type { ProposedBounds, Scope, Subject } from './rule';

/** A plan of a workspace, as rules look at it. */
export function subjectOfPlan(
  plan: CapabilityPlan,
  workspace: Workspace,
  catalogue: Catalogue,
  fuel: Fuel = freshFuel(),
): Subject {
  const nodes = [...allNodes(plan)];
  return {
    body: plan,
    nodes,
    scopes: scopesOf(plan),
    catalogue,
    names: namesOfPlan(plan, nodes),
    authored: { plan, workspace },
    proposed: null,
    fuel,
    at: placesIn({ plan: plan.id }),
  };
}

/** A body that a planner proposed, as rules look at it. */
export function subjectOfBody(
  body: Body,
  variables: ReadonlySet<string>,
  catalogue: Catalogue,
  proposed: ProposedBounds | null,
  around: Where = {},
): Subject {
  const nodes = [...allNodes(body)];
  return {
    body,
    nodes,
    scopes: scopesOf(body),
    catalogue,
    names: namesAround(variables, nodes),
    authored: null,
    proposed,
    fuel: freshFuel(),
    at: placesIn(around),
  };
}

/** What one check may spend on values and their schemas. */
export function freshFuel(): Fuel {
  return new Fuel(LIMITS.checkSteps);
}

function scopesOf(body: Body): readonly Scope[] {
  return [...allBodies(body)].map(({ body: inner, container, bodies }) => {
    return {
      id: bodies.at(-1) ?? null,
      body: inner,
      container,
      isSequence: container?.type === 'GROUP' && container.params.mode === 'SYNC',
      leaving: edgesByNode(inner),
    };
  });
}

function edgesByNode({ edges }: Body): ReadonlyMap<string, readonly Edge[]> {
  const leaving = new Map<string, Edge[]>();
  for (const edge of edges) {
    const known = leaving.get(edge.from);
    if (known) known.push(edge);
    else leaving.set(edge.from, [edge]);
  }
  return leaving;
}

function placesIn(around: Where): Subject['at'] {
  return (node: PlanNode | null, field?: string) => ({
    ...around,
    ...(node ? { node: node.id } : {}),
    ...(field === undefined ? {} : { field }),
  });
}
