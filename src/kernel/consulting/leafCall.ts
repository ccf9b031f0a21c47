import { type Json, ok, type Result } from '#base';
import type { PlanNode } from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { LeafCall } from '../nodeBehaviour';
import type { NodeRef } from '../nodeRef';

type Found = Result<LeafCall, RunError>;

/** The one call of a node that is a leaf (K2), as it would leave now; null for a node that makes none, or several. */
export function leafCall(draft: Draft, ref: NodeRef, node: PlanNode): Found | null {
  return draft.behaviourOf(node).call?.(draft, ref, node) ?? null;
}

/** The call of a capability with this input. */
export function callWith(input: Result<Json | undefined, RunError>, capability: string): Found {
  return input.ok ? ok({ capability, input: input.value ?? {} }) : input;
}
