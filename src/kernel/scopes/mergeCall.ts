import { isJsonObject, type Json, withCall } from '#base';
import { catalogueOf } from '../closure';
import { failNode } from '../completion';
import type { Draft } from '../draft';
import type { Usage } from '../fact';
import type { NodeRef } from '../nodeRef';
import { issueCall } from '../nodes/capability';
import { isVariable, writeAtEnd } from '../variables';

/** Sends the call that a container waits for (R21): a capability merges its branches. */
export function callMerge(draft: Draft, ref: NodeRef): void {
  const { work, address } = draft.active(ref);
  if (work.kind !== 'merging') return;
  const input = inputFor(draft, work.capability, work.input);
  const refused = issueCall(draft, ref, withCall(address, 'merge'), work.capability, input);
  if (refused !== null) failNode(draft, ref, refused, { final: true });
}

/** The list itself; as `items` for a capability that takes an object, which could not be called with a list. */
function inputFor(draft: Draft, capability: string, list: Json): Json {
  const descriptor = catalogueOf(draft.start.closure).get(capability);
  return descriptor?.input.type === 'object' ? { items: list } : list;
}

/** The object that it returned is written variable by variable, and is the container's result (R21). */
export function finishMerge(draft: Draft, ref: NodeRef, result: Json, usage: Usage | undefined): void {
  const { work } = draft.active(ref);
  if (work.kind !== 'merging') return;
  if (!isJsonObject(result)) {
    const message = `"${work.capability}" merged the branches into something that is no object.`;
    const help = 'Let it return an object: each key that is a variable is written.';
    failNode(draft, ref, { code: 'RESULT_INVALID', message, help }, { usage });
    return;
  }
  const around = draft.frame(ref.frame);
  for (const name of Object.keys(result).sort()) {
    if (isVariable(draft, around, name)) writeAtEnd(draft, ref, name, result[name] ?? null);
  }
  draft.settling.push({ ref, result, error: null, breaks: work.breaks, usage });
}
