import { isJsonObject, type Json, type JsonObject, ok, type Result, ROOT } from '#base';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import { observePlan } from '../features';
import { outputsOf } from '../planInterface';
import type { Frame } from '../state';
import { planOf } from '../variables';

/** The plan's scope has ended: its result mapping is applied, and the run has completed (R15, V1). */
export function completeRun(draft: Draft, frame: Frame, ended?: Json): void {
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
