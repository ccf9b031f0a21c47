import { allNodes, type Body, capabilitiesCalledBy, type PlanNode } from '#plan';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { type Frame, scopeOpenIn } from '../state';

/** The scope that an executor has open; null before the first revision. */
export function openRevision(draft: Draft, ref: NodeRef): Frame | null {
  const id = scopeOpenIn(draft.active(ref).work);
  return id === null ? null : draft.frame(id);
}

/** Nodes of a revision that had settled before it came (R13). */
export function keptIn(body: Body, open: Frame | null): readonly string[] {
  return body.nodes.map(({ id }) => id).filter((id) => open?.left?.has(id));
}

/** How many steps a plan has that the revision before it had not. */
export function stepsBesides(body: Body, open: Frame | null): number {
  const before = new Set(open?.dynamic ? [...allNodes(open.dynamic.body)].map(({ node }) => node.id) : []);
  return [...allNodes(body)].filter(({ node }) => !before.has(node.id)).length;
}

/** Whether a revision may call what the one before it could not: only then a person is asked again (P9). */
export function widens(plan: Body, before: Body): boolean {
  const allowed = new Set([...allNodes(before)].flatMap(({ node }) => reachOf(node)));
  return [...allNodes(plan)].some(({ node }) => reachOf(node).some((one) => !allowed.has(one)));
}

function reachOf(node: PlanNode): readonly string[] {
  return node.type === 'CAPABILITY' ? [node.params.capability] : [node.type, ...capabilitiesCalledBy(node)];
}
