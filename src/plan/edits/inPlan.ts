import { type Diagnostic, err, LIMITS, ok, own, problem, type Result, type Where } from '#base';
import { allBodies, bodyId, containerIn, withBodies } from '../graph/bodies';
import type { Body } from '../nodes/node';
import type { CapabilityPlan, Plan } from '../schema/plan';
import type { Place, Workspace } from '../schema/workspace';

/** A body of a plan: its container's id, for TRY_CATCH with the name of the body (`guard.catch`); null for the plan's own. */
export type ContainerId = string | null;

/** Finds a capability plan to edit. */
export function planToEdit(workspace: Workspace, id: string): Result<CapabilityPlan, Diagnostic> {
  const plan = workspace.plans.find((one) => one.id === id);
  if (!plan) return misfit(`There is no plan "${id}".`, { plan: id });
  if (plan.kind !== 'capability')
    return misfit(`The plan "${id}" is a state machine; it has no nodes.`, { plan: id });
  return ok(plan);
}

/** The same workspace with one plan in place of another. */
export function withPlan(workspace: Workspace, plan: Plan, instead: string = plan.id): Workspace {
  return { ...workspace, plans: workspace.plans.map((one) => (one.id === instead ? plan : one)) };
}

/** The nodes and edges of a container. */
export function bodyOf(plan: CapabilityPlan, container: ContainerId): Result<Body, Diagnostic> {
  if (container === null) return ok(plan);
  for (const { body, bodies } of allBodies(plan)) if (bodies.at(-1) === container) return ok(body);
  return misfit(`There is no container "${container}".`, { plan: plan.id, node: container });
}

/** The same plan with the body of one container changed; nothing else is copied but what lies around it. */
export function withBody(
  plan: CapabilityPlan,
  container: ContainerId,
  change: (body: Body) => Body,
): CapabilityPlan {
  if (container === null) return { ...plan, ...change({ nodes: plan.nodes, edges: plan.edges }) };
  const path = pathInto(plan, container);
  return { ...plan, ...changedInside({ nodes: plan.nodes, edges: plan.edges }, path, change) };
}

/**
 * How many levels of JSON a node may have that lies inside these containers: a workspace that is deeper than
 * `LIMITS.jsonDepth` could be written but never read again (W3). Around it are workspace, plans, plan and nodes, and
 * node, body and nodes of each container.
 */
export function levelsInside(containers: readonly string[]): number {
  return LIMITS.jsonDepth - 4 - 3 * containers.length;
}

/** The bodies from the plan down to one, itself included. */
export function pathInto(plan: CapabilityPlan, container: ContainerId): readonly string[] {
  if (container === null) return [];
  for (const { bodies } of allBodies(plan)) if (bodies.at(-1) === container) return bodies;
  return [];
}

/** The body that a node lies in. */
export function containerOf(bodies: readonly string[]): ContainerId {
  return bodies.at(-1) ?? null;
}

function changedInside(body: Body, path: readonly string[], change: (body: Body) => Body): Body {
  const [next, ...rest] = path;
  if (next === undefined) return change(body);
  return {
    nodes: body.nodes.map((node) =>
      containerIn(next) === node.id
        ? withBodies(node, (inner, name) =>
            bodyId(node.id, name) === next ? changedInside(inner, rest, change) : inner,
          )
        : node,
    ),
    edges: body.edges,
  };
}

/** Why an edit does not fit the document as it is now. */
export function misfit(
  message: string,
  where: Where = {},
): { readonly ok: false; readonly problem: Diagnostic } {
  return err(problem('EDIT_DOES_NOT_FIT', message, 'The document has changed meanwhile; try again.', where));
}

/** Places by node id; null takes a place away. */
export type Places = { readonly [node: string]: Place | null };

/** The same workspace with some places of a plan changed. A plan without places has no entry. */
export function withPlaces(workspace: Workspace, plan: string, places: Places): Workspace {
  const changed = Object.entries(places);
  if (changed.length === 0) return workspace;
  const kept = { ...workspace.layout[plan] };
  for (const [node, place] of changed) {
    if (place === null) delete kept[node];
    // Defined, not assigned: a key of a document is never the prototype of anything.
    else
      Object.defineProperty(kept, node, {
        value: place,
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }
  return withLayout(workspace, plan, kept);
}

/** The same workspace with all places of a plan given anew: they are kept as they are, not copied. */
export function withLayout(
  workspace: Workspace,
  plan: string,
  places: { readonly [node: string]: Place },
): Workspace {
  const layout = Object.fromEntries(Object.entries(workspace.layout).filter(([id]) => id !== plan));
  if (!isEmpty(places)) layout[plan] = places;
  return { ...workspace, layout };
}

/** The places that some nodes have now, null for those that have none. */
export function placesOf(workspace: Workspace, plan: string, nodes: Iterable<string>): Places {
  const places = workspace.layout[plan] ?? {};
  return Object.fromEntries([...nodes].map((node) => [node, own(places, node) ?? null]));
}

function isEmpty(places: object): boolean {
  for (const node in places) if (Object.hasOwn(places, node)) return false;
  return true;
}
