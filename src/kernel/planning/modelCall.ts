import type { Address, Json } from '#base';
import { MODEL_CAPABILITY } from '#plan';
import { catalogueOf } from '../closure';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';

/**
 * Sends a call of `model.generate` that a node makes itself: an executor's judges the rest of its plan (P9) or writes its answer
 * (P10), a planner's chooses among its plans (P3).
 */
export function callModel(draft: Draft, ref: NodeRef, address: Address, input: Json): void {
  const descriptor = catalogueOf(draft.start.closure).get(MODEL_CAPABILITY);
  draft.issue(ref, {
    address,
    capability: MODEL_CAPABILITY,
    effect: descriptor?.effect ?? 'read',
    idempotent: descriptor?.idempotent ?? false,
    input,
    kind: 'call',
  });
}
