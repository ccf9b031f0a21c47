import { type Diagnostic, err, LIMITS, ok, own, problem, type Result, type Where } from '#base';
import { allBodies, bodyId, containerIn, type PlacedBody, withBodies } from '../graph/bodies';
import type { Body } from '../nodes/node';
import type { CapabilityPlan, Plan } from '../schema/plan';
import type { Place, Workspace } from '../schema/workspace';

/** A body of a plan: its container's id, for TRY_CATCH with the name of the body (`guard.catch`); null for the plan's own. */
export type ContainerId = string | null;

/** Finds a plan to edit, of either kind. */
export function planIn(workspace: Workspace, id: string): Result<Plan, Diagnostic> {
  const plan = workspace.plans.find((one) => one.id === id);
  return plan ? ok(plan) : misfit(`There is no plan "${id}".`, { plan: id });
}

/** Finds a capability plan to edit. */
export function planToEdit(workspace: Workspace, id: string): Result<CapabilityPlan, Diagnostic> {
  const plan = planIn(workspace, id);
  if (!plan.ok) return plan;
  if (plan.value.kind === 'capability') return ok(plan.value);
  return misfit(`The plan "${id}" is a state machine; it has no nodes.`, { plan: id });
}

/** The same workspace with one plan in place of another. */
export function withPlan(workspace: Workspace, plan: Plan, instead: string = plan.id): Workspace {
  return { ...workspace, plans: workspace.plans.map((one) => (one.id === instead ? plan : one)) };
}

/** The nodes and edges of a container, and the bodies from the plan down to it, itself included. */
export function bodyOf(plan: CapabilityPlan, container: ContainerId): Result<PlacedBody, Diagnostic> {
  const found = placedBody(plan, container);
  if (found) return ok(found);
  return misfit(`There is no container "${container}".`, { plan: plan.id, node: container ?? '' });
}

function placedBody(plan: CapabilityPlan, container: ContainerId): PlacedBody | undefined {
  for (const placed of allBodies(plan)) if (containerOf(placed.bodies) === container) return placed;
  return undefined;
}

/** The same plan with the body of one container changed; nothing else is copied but what lies around it. */
export function withBody(
  plan: CapabilityPlan,
  container: ContainerId,
  change: (body: Body) => Partial<Body>,
): CapabilityPlan {
  return changedInside(plan, placedBody(plan, container)?.bodies ?? [], change);
}

/**
 * How many levels of JSON a node may have that lies inside these containers: a workspace that is deeper than
 * `LIMITS.jsonDepth` could be written but never read again (W3). Around it are workspace, plans, plan and nodes, and
 * node, body and nodes of each container.
 */
export function levelsInside(containers: readonly string[]): number {
  return LIMITS.jsonDepth - 4 - 3 * containers.length;
}

/** The body that a node lies in. */
export function containerOf(bodies: readonly string[]): ContainerId {
  return bodies.at(-1) ?? null;
}

function changedInside<Around extends Body>(
  body: Around,
  [next, ...rest]: readonly string[],
  change: (body: Body) => Partial<Body>,
): Around {
  if (next === undefined) return { ...body, ...change(body) };
  const nodes = body.nodes.map((node) =>
    containerIn(next) === node.id
      ? withBodies(node, (inner, name) =>
          bodyId(node.id, name) === next ? changedInside(inner, rest, change) : inner,
        )
      : node,
  );
  return { ...body, nodes };
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
  // A map, because a key of a document is never the prototype of anything (case C1).
  const kept = new Map(Object.entries(workspace.layout[plan] ?? {}));
  for (const [node, place] of changed) {
    if (place === null) kept.delete(node);
    else kept.set(node, place);
  }
  return withLayout(workspace, plan, Object.fromEntries(kept));
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
