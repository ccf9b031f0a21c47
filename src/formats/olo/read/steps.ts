import { isJsonObject, type Json, type JsonObject, plainText } from '#base';
import type { ImportOutcome } from '../../common/contract';
import { Fields } from '../../common/fields';
import type { ImportReport } from '../../common/report';
import { DEFAULT_START_TO_CLOSE } from '../keys';
import { FeatureBook } from './features';
import { readPipeline, type Shared } from './pipeline';
import { PluginBook } from './plugins';

/**
 * A dynamic-step map (reference 1, 5): one PLUGIN after another, as their activities run it. A model's reply in their form
 * (`toolId`) becomes the steps that their parser makes of it.
 */
export function readSteps(report: ImportReport, steps: readonly Json[]): ImportOutcome {
  const children = steps.map((step, index) =>
    isJsonObject(step) && 'toolId' in step ? ofReply(step, index) : asNode(step),
  );
  const prompts = steps.flatMap((step, index) => promptOf(step, index));
  const plugins = new PluginBook(report);
  const shared: Shared = {
    report,
    plugins,
    features: new FeatureBook(plugins, report),
    pipelines: new Map(),
    retry: null,
    startToClose: DEFAULT_START_TO_CLOSE,
    prompt: (key) => key,
  };
  const pipeline = { executionTree: { id: 'root', type: 'SEQUENCE', children } };
  const plan = readPipeline(shared, 'steps', new Fields(pipeline, '', report), 'steps');
  const declared = Array.isArray(plan.variables) ? (plan.variables as readonly JsonObject[]) : [];
  const variables = declared.map((variable) => withPrompt(variable, prompts));
  report.recognised('dynamic steps', 'nodes', steps.length);
  return report.finish({
    format: 'planloom/workspace',
    version: 1,
    id: 'steps',
    name: 'Dynamic steps',
    plans: [{ ...plan, variables }],
    capabilities: plugins.toJson().capabilities,
    features: shared.features.toJson(),
  });
}

function asNode(step: Json): Json {
  if (!isJsonObject(step)) return step;
  const { nodeId, activityType: _type, ...rest } = step;
  return { ...(nodeId === undefined ? {} : { id: nodeId }), type: 'PLUGIN', ...rest };
}

function ofReply(step: JsonObject, index: number): Json {
  const tool = plainText(step.toolId).trim().replaceAll(' ', '_');
  return {
    type: 'PLUGIN',
    displayName: `step-${index}-${tool}`,
    pluginRef: tool,
    inputMappings: [{ pluginParameter: 'prompt', variable: `__planner_step_${index}_prompt` }],
    outputMappings: [{ pluginParameter: 'responseText', variable: `__planner_step_${index}_response` }],
  };
}

function promptOf(step: Json, index: number): readonly (readonly [string, Json])[] {
  if (!isJsonObject(step) || !('toolId' in step)) return [];
  const prompt = isJsonObject(step.input) ? step.input.prompt : undefined;
  return [[`__planner_step_${index}_prompt`, prompt ?? '']];
}

/** What a parser would have injected is the value that its variable begins with: an input with a default. */
function withPrompt(variable: JsonObject, prompts: readonly (readonly [string, Json])[]): JsonObject {
  const prompt = prompts.find(([name]) => name === variable.id);
  return prompt === undefined ? variable : { ...variable, scope: 'IN', default: prompt[1] };
}
