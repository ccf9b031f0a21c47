import { type Json, withCall } from '#base';
import { MODEL_CAPABILITY } from '#plan';
import { catalogueOf } from '../closure';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';

/**
 * Sends a call of `model.generate` that an executor makes itself, at `<executor>!name`: it judges the rest of its plan (P9), or
 * writes its answer (P10).
 */
export function callModel(draft: Draft, executor: NodeRef, name: string, input: Json): void {
  const descriptor = catalogueOf(draft.start.closure).get(MODEL_CAPABILITY);
  draft.issue(executor, {
    address: withCall(draft.active(executor).address, name),
    capability: MODEL_CAPABILITY,
    effect: descriptor?.effect ?? 'read',
    idempotent: descriptor?.idempotent ?? false,
    input,
    kind: 'call',
  });
}
