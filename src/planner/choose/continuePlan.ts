import { isJsonObject, type Json, type JsonObject } from '#base';
import type { PlanSoFar } from '../state';

/**
 * The plan so far with what a planner adds to it (R13): new nodes that follow nothing of their own come after the last
 * steps that succeeded.
 *
 * @param added a body in our own JSON, not validated yet; without nodes nothing is left to do
 */
export function continuePlan(soFar: PlanSoFar, added: JsonObject): JsonObject {
  const nodes = listIn(added, 'nodes');
  const edges = listIn(added, 'edges');
  const followers = new Set(edges.map(({ to }) => to));
  const first = nodes.filter(({ id }) => !followers.has(id));
  const joints = lastOf(soFar).flatMap(({ id, port }) =>
    first.map((node) => ({ from: id, port, to: node.id ?? null })),
  );
  // Its type is our own JSON, but for members that are absent and read undefined.
  const kept: JsonObject = JSON.parse(JSON.stringify(soFar.body));
  return {
    nodes: [...listIn(kept, 'nodes'), ...nodes],
    edges: [...listIn(kept, 'edges'), ...joints, ...edges],
  };
}

/** The steps that succeeded and that no other such step follows, with the port by which they were left. */
function lastOf({ body, steps }: PlanSoFar): readonly { readonly id: string; readonly port: string }[] {
  const succeeded = new Map(
    steps.flatMap(({ id, status, ports }) => (status === 'succeeded' ? [[id, ports] as const] : [])),
  );
  const followed = new Set(body.edges.flatMap(({ from, to }) => (succeeded.has(to) ? [from] : [])));
  return [...succeeded].flatMap(([id, [port]]) =>
    port === undefined || followed.has(id) ? [] : [{ id, port }],
  );
}

function listIn(body: JsonObject, key: 'nodes' | 'edges'): readonly JsonObject[] {
  const list: Json | undefined = body[key];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
