import { isJsonObject, type Json, type JsonObject, ok, PersistentMap, type Result, ROOT } from '#base';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import { observePlan } from '../features';
import type { Frame } from '../frame';
import { outputsOf } from '../planInterface';
import { planOf, writeAtEnd, writesOf } from '../variables';
import type { Breaks } from '../work';
import { forget } from './background';
import { endBranches, endOfBranch } from './branches';
import { cancelFrame } from './cancel';
import { isActivity, ROOT_FRAME } from './scope';

/**
 * A scope has come to rest, or its END was reached (R14, R15): its container is told the scope's value (R21), through a
 * queue and not by recursion, so that no depth of nesting is a depth of calls.
 *
 * @param ended the result of the END that ended it
 * @param breaks what the `break` asked for that ended it, where it is a branch that ends only itself (L7)
 */
export function endFrame(draft: Draft, id: string, ended?: Json, breaks: Breaks | null = null): void {
  if (ended !== undefined) draft.change(id).value = ended;
  const frame = draft.frame(id);
  if (frame.kind === 'branches') {
    endBranches(draft, frame);
    return;
  }
  cancelFrame(draft, id);
  if (frame.background !== null) forget(draft, ROOT_FRAME, id);
  else if (frame.parent === null) completeRun(draft, frame, ended);
  else if (draft.frame(frame.parent.frame).kind === 'branches') {
    const status = frame.started ? 'succeeded' : 'skipped';
    const writes = frame.layer ?? PersistentMap.empty<Json>();
    endOfBranch(draft, frame.parent, { status, value: frame.value, error: null, writes, breaks });
  } else if (frame.instance !== null && isActivity(draft, frame)) {
    draft.endedScopes.push({ ref: frame.parent, result: frame.value, error: null, scope: id });
  } else if (frame.instance !== null) {
    // The plan of a SUB_PLAN: its outputs are the node's result (R21), or an output is missing (V1).
    const outputs = outputsOf(draft, frame, ended);
    const [result, error] = outputs.ok ? [outputs.value, null] : [null, outputs.problem];
    draft.endedScopes.push({ ref: frame.parent, result, error });
  } else {
    // A round of a RETRY that succeeded: what it wrote is kept (R12, R20).
    for (const [variable, value] of writesOf(frame.layer)) {
      writeAtEnd(draft, frame.parent, variable, value);
    }
    const plan = frame.kind === 'dynamic' ? { plan: frame } : {};
    draft.endedScopes.push({ ref: frame.parent, result: frame.value, error: null, ...plan });
  }
}

/** A node of the scope failed and nothing handled it: the scope fails, and its container is told the error (R8). */
export function failFrame(draft: Draft, id: string, error: RunError): void {
  const frame = draft.frame(id);
  cancelFrame(draft, id);
  // What fails in the background is recorded, and goes nowhere (L2).
  if (frame.background !== null) forget(draft, ROOT_FRAME, id);
  else if (frame.parent === null) {
    // A plan that its guards refused has told them as the node that it was.
    if (id === ROOT_FRAME) {
      observePlan(draft, frame, 'postError', { error: { code: error.code, message: error.message } });
    }
    draft.failRun(error);
  } else if (draft.frame(frame.parent.frame).kind === 'branches') {
    const writes = PersistentMap.empty<Json>();
    endOfBranch(draft, frame.parent, { status: 'failed', value: null, error, writes, breaks: null });
  } else draft.endedScopes.push({ ref: frame.parent, result: null, error, scope: id });
}

/** The plan's scope has ended: its result mapping is applied, and the run has completed (R15, V1). */
function completeRun(draft: Draft, frame: Frame, ended?: Json): void {
  const outputs =
    planOf(draft).kind === 'state-machine' ? given(ended, frame) : outputsOf(draft, frame, ended);
  if (!outputs.ok) {
    draft.failRun(outputs.problem);
    return;
  }
  observePlan(draft, frame, 'postSuccess', { result: outputs.value });
  draft.outputs = outputs.value;
  draft.emit({ address: ROOT, data: { outputs: outputs.value }, kind: 'run.completed' });
  draft.end('completed');
}

/** A machine has said itself what it comes to; an END of a plan inside it may have ended the run instead (R15). */
function given(ended: Json | undefined, { value }: Frame): Result<JsonObject, RunError> {
  const outputs = ended ?? value;
  return ok(isJsonObject(outputs) ? outputs : {});
}
