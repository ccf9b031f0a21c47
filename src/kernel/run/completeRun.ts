import { err, isJsonObject, type Json, type JsonObject, ok, own, type Result, ROOT } from '#base';
import { compileTemplate, references } from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { Frame } from '../state';
import { fillTemplate } from '../values';
import { declaredIn, planOf } from '../variables';

/** The plan's scope has ended: its result mapping is applied, and the run has completed (R15, V1). */
export function completeRun(draft: Draft, frame: Frame, ended?: Json): void {
  const outputs = outputsOf(draft, frame, isJsonObject(ended) ? ended : {});
  if (!outputs.ok) {
    draft.failRun(outputs.problem);
    return;
  }
  draft.outputs = outputs.value;
  draft.emit({ address: ROOT, data: { outputs: outputs.value }, kind: 'run.completed' });
  draft.end('completed');
}

/** Keys of an END's result replace those of the mapping (R15); without a mapping every assigned OUT is given. */
function outputsOf(draft: Draft, frame: Frame, ended: JsonObject): Result<JsonObject, RunError> {
  const { result } = planOf(draft);
  if (result === undefined) return ok({ ...assignedOuts(draft), ...ended });
  const outputs: Record<string, Json> = {};
  for (const [name, template] of Object.entries(result)) {
    if (own(ended, name) !== undefined) continue;
    const missing = missingOut(draft, template);
    if (missing !== null) return err(missing);
    const value = fillTemplate(draft, frame, template);
    if (!value.ok) return value;
    outputs[name] = value.value;
  }
  return ok({ ...outputs, ...ended });
}

function assignedOuts(draft: Draft): JsonObject {
  const outputs: Record<string, Json> = {};
  for (const { id, scope } of declaredIn(planOf(draft)).values()) {
    const value = draft.variables.get(id);
    if (scope === 'OUT' && value !== undefined) outputs[id] = value;
  }
  return outputs;
}

/** V1: an OUT that the mapping uses must have been assigned. */
function missingOut(draft: Draft, template: Json): RunError | null {
  const compiled = compileTemplate(template);
  if (!compiled.ok) return null;
  const declared = declaredIn(planOf(draft));
  for (const name of references(compiled.value).variables) {
    if (declared.get(name)?.scope !== 'OUT' || draft.variables.has(name)) continue;
    return {
      code: 'OUTPUT_MISSING',
      message: `The output "${name}" was never assigned.`,
      help: `Let a node on every path write "${name}", or take it out of the plan's result.`,
    };
  }
  return null;
}
