import { isJsonObject, type Json, type JsonObject, LIMITS, own, parseJson } from '#base';
import { streamLineOf } from '#plan';
import type { FormatId } from './common/contract';
import { looksLikeLines } from './planner-plan/streamLines';

/**
 * Which foreign format a document is in, by the keys that only that format has: what the import dialog suggests. An
 * importer judges for itself; nothing is read here but a few keys.
 *
 * @param input text, or the value that it was parsed into
 * @returns null where it is none of them (a workspace of ours is none either)
 */
export function recognise(input: Json | string): FormatId | null {
  if (typeof input !== 'string') return ofValue(input);
  const parsed = parseJson(input, LIMITS.jsonDepth);
  if (parsed.ok) return ofValue(parsed.value);
  if (looksLikeLines(input.slice(0, LIMITS.plannerReplyBytes))) return 'planner-plan';
  return isModule(input.slice(0, LIMITS.plannerReplyBytes)) ? 'xstate' : null;
}

/** Broken JSON and markup may say anything in their texts: they are no modules. */
function isModule(text: string): boolean {
  return (
    !/^\s*[[{<]/.test(text) &&
    (/\b(createMachine|setup)\s*\(/.test(text) ||
      /\bfrom\s*["']xstate["']|\brequire\(["']xstate["']\)/.test(text))
  );
}

function ofValue(value: Json): FormatId | null {
  if (Array.isArray(value)) return ofList(value as readonly Json[]);
  return isJsonObject(value) ? ofObject(value) : null;
}

function ofList(list: readonly Json[]): FormatId | null {
  const first = list.find(isJsonObject);
  if (first === undefined) return null;
  if (list.some((one) => streamLineOf(one) !== null)) return 'planner-plan';
  if (has(first, 'primary_tools') || has(first, 'success_criteria')) return 'steps';
  if (has(first, 'toolId') && !has(first, 'id')) return 'olo';
  if (has(first, 'activityType') || has(first, 'pluginRef')) return 'olo';
  return has(first, 'id') && has(first, 'type') ? 'planner-plan' : null;
}

function ofObject(value: JsonObject): FormatId | null {
  // Workflows of n8n have nodes too, and what joins them is called otherwise.
  if (has(value, 'format') || (has(value, 'nodes') && has(value, 'connections'))) return null;
  const pipelines = own(value, 'pipelines');
  if (isJsonObject(pipelines)) return ofPipelines(value, pipelines);
  if (has(value, 'executionTree') || has(value, 'dynamicSteps') || has(value, 'configJson')) return 'olo';
  if (has(value, 'inputs') && has(value, 'routing')) return 'olo';
  if (has(value, 'groups') || has(value, 'executionTreeRoots') || has(value, 'capabilityOrder'))
    return 'engine';
  if (has(value, 'plan_type') || has(value, 'state_machine') || isRegistration(value)) return 'state-machine';
  const steps = own(value, 'steps');
  if (Array.isArray(steps) && ofList(steps as readonly Json[]) === 'steps') return 'steps';
  if (has(value, 'planId') || has(value, 'steps') || has(value, 'nodes')) return 'planner-plan';
  if (streamLineOf(value) !== null) return 'planner-plan';
  if (['states', 'initial', 'invoke', 'on', 'after'].some((key) => has(value, key))) return 'xstate';
  return has(value, 'id') && has(value, 'type') ? 'planner-plan' : null;
}

/** Both 1 and 2 say `pipelines`: the one has an `executionTree` in each, the other a `root` or a list. */
function ofPipelines(root: JsonObject, pipelines: JsonObject): FormatId {
  const first = Object.values(pipelines).find(isJsonObject);
  if (first !== undefined && has(first, 'executionTree')) return 'olo';
  if (has(root, 'configVersion') || has(root, 'worker') || has(root, 'capabilityOrder')) return 'engine';
  const isEngine = first !== undefined && ['root', 'capabilities', 'stages'].some((key) => has(first, key));
  return isEngine ? 'engine' : 'olo';
}

function isRegistration(value: JsonObject): boolean {
  const plan = own(value, 'plan');
  return isJsonObject(plan) && has(plan, 'plan_type');
}

function has(value: JsonObject, key: string): boolean {
  return Object.hasOwn(value, key);
}
