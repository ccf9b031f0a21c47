import { isJsonObject, type Json, withCall } from '#base';
import { catalogueOf } from '../closure';
import { askNextModel } from '../dialogue/dialogue';
import type { Draft } from '../draft';
import type { Usage } from '../fact';
import type { NodeRef } from '../frame';
import { activityEnded } from '../machine/dispatch';
import { failNode, succeedNode } from '../node';
import { breakFrom } from '../scopes/unwinding';
import type { ScopeResult } from '../state';
import { noteWrites, originsAt } from '../taint';
import { isVariable, writeAtEnd } from '../variables';
import type { ModelDialogue } from '../work';
import { issueCall } from './call';

/** The scope of a container has ended, or its branches have been merged: what the container does then. */
export function scopeEnded(draft: Draft, ending: ScopeResult): void {
  const { ref, result, error, breaks = null, usage } = ending;
  if (!draft.isActive(ref)) return;
  const { work } = draft.active(ref);
  if (work.kind === 'machine') {
    activityEnded(draft, ending);
    return;
  }
  const { node } = draft.compiled(ref);
  const behaviour = draft.behaviourOf(node);
  if (behaviour.onScopeEnd !== undefined) behaviour.onScopeEnd(draft, node, ending);
  else if (work.kind === 'consulting') afterCall(draft, ending, work.consultation);
  else if (error !== null) failNode(draft, ref, error);
  else if (breaks === null && behaviour.onScopeDone?.(draft, node, ending) === true) return;
  else if (breaks === null) succeedNode(draft, ref, { ports: ['out'], result, usage });
  else if (succeedNode(draft, ref, { ports: [], result, usage, stays: true })) {
    breakFrom(draft, ref.frame, breaks);
  }
}

/** A call inside a node has ended: the next model is asked where one could not be (P5), else the node goes on with it. */
function afterCall(draft: Draft, { ref, result, error }: ScopeResult, consultation: ModelDialogue): void {
  const { node } = draft.compiled(ref);
  const behaviour = draft.behaviourOf(node);
  if (error === null) behaviour.onReply?.(draft, ref, node, consultation, result);
  else if (askNextModel(draft, ref, consultation)) return;
  else if (behaviour.onCallFailed?.(draft, ref, node, consultation, error) !== true)
    failNode(draft, ref, error);
}

/** Sends the call that a container waits for (R21): a capability merges its branches. */
export function callMerge(draft: Draft, ref: NodeRef): void {
  const { work, address } = draft.active(ref);
  if (work.kind !== 'merging') return;
  const input = inputFor(draft, work.capability, work.input);
  const refused = issueCall(draft, ref, withCall(address, 'merge'), work.capability, input, false);
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
    if (!isVariable(draft, around, name)) continue;
    noteWrites(draft, ref, [name], originsAt(draft, ref));
    writeAtEnd(draft, ref, name, result[name] ?? null);
  }
  draft.endedScopes.push({ ref, result, error: null, breaks: work.breaks, usage });
}
