import { isJsonObject, isVariableName, type Json, type JsonObject, plainText } from '#base';
import { isSubPlanner, subPlannerSays } from '#plan';
import type { ImportOutcome } from '../../common/codec';
import { Fields } from '../../common/fields';
import { below, type ImportReport } from '../../common/report';
import { FeatureBook } from '../features';
import { DEFAULT_START_TO_CLOSE } from '../keys';
import { PluginBook } from '../plugins';
import { readPipeline, type Shared } from '../readPipeline';

/**
 * A dynamic-step map (reference 1, 5): one PLUGIN after another, as their activities run it. A model's reply in their form
 * (`toolId`) becomes the steps that their parser makes of it.
 */
export function readSteps(report: ImportReport, steps: readonly Json[]): ImportOutcome {
  const children = steps.map((step, index) =>
    isJsonObject(step) && 'toolId' in step ? ofReply(step, index, report) : asNode(step),
  );
  const questions = steps.flatMap((step) => questionOf(step));
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
  // The question that a planner inside the reply asks about is given to the run, as the reply itself was.
  const variableRegistry = [...new Set(questions)].map((name) => ({ name, type: 'STRING', scope: 'IN' }));
  const pipeline = { executionTree: { id: 'root', type: 'SEQUENCE', children }, variableRegistry };
  const plan = readPipeline(shared, 'steps', new Fields(pipeline, '', report), 'steps');
  const declared = Array.isArray(plan.variables) ? (plan.variables as readonly JsonObject[]) : [];
  const variables = declared.map((variable) => withPrompt(variable, prompts));
  steps.forEach((step, index) => {
    if (!isJsonObject(step) || !('toolId' in step) || !isSubPlanner(step)) return;
    report.warn(
      'PLANNER_WITHOUT_TOOLS',
      `A reply says nothing of the tools that the planner "${plainText(step.toolId)}" may use: it may use none.`,
      'Choose its tools before you run it.',
      below('', index),
    );
  });
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

function ofReply(step: JsonObject, index: number, report: ImportReport): Json {
  const { toolId, type: _type, input, displayName, ...rest } = step;
  const tool = plainText(toolId ?? null)
    .trim()
    .replaceAll(' ', '_');
  nameUnread(step, index, report);
  if (isSubPlanner(step)) {
    const says = subPlannerSays(step);
    const beside = Object.fromEntries(Object.entries(rest).filter(([key]) => !Object.hasOwn(says, key)));
    return { ...beside, type: 'PLANNER', displayName: displayName ?? tool, params: says };
  }
  return {
    ...rest,
    type: 'PLUGIN',
    displayName: `step-${index}-${tool}`,
    pluginRef: tool,
    inputMappings: [{ pluginParameter: 'prompt', variable: `__planner_step_${index}_prompt` }],
    outputMappings: [{ pluginParameter: 'responseText', variable: `__planner_step_${index}_response` }],
  };
}

/** What their parser passes over, and has no place here either. */
function nameUnread(step: JsonObject, index: number, report: ImportReport): void {
  const { toolId, displayName, input } = step;
  const isPlanner = isSubPlanner(step);
  const fields = isJsonObject(input) ? Object.keys(input).filter((key) => key !== 'prompt' || isPlanner) : [];
  const unread = [
    ...fields.map((key) => `input.${key}`),
    ...(isPlanner && displayName !== undefined && displayName !== toolId ? ['toolId'] : []),
    ...(!isPlanner && displayName !== undefined ? ['displayName'] : []),
  ];
  for (const key of unread)
    report.info(
      'STEP_FIELD_UNREAD',
      `"${key}" of the step has no effect there, and is left out here.`,
      'Write it into the plan if it is needed.',
      below('', index, ...key.split('.')),
    );
}

/** The variable that a planner inside a reply finds its question in; a planner without a model asks nothing. */
function questionOf(step: Json): readonly string[] {
  if (!isJsonObject(step) || !('toolId' in step) || !isSubPlanner(step)) return [];
  const { modelPluginRef, userQueryVariable } = subPlannerSays(step);
  if (typeof modelPluginRef !== 'string') return [];
  return [
    typeof userQueryVariable === 'string' && isVariableName(userQueryVariable)
      ? userQueryVariable
      : 'userQuery',
  ];
}

function promptOf(step: Json, index: number): readonly (readonly [string, Json])[] {
  if (!isJsonObject(step) || !('toolId' in step) || isSubPlanner(step)) return [];
  const prompt = isJsonObject(step.input) ? step.input.prompt : undefined;
  return [[`__planner_step_${index}_prompt`, prompt ?? '']];
}

/** What a parser would have injected is the value that its variable begins with: an input with a default. */
function withPrompt(variable: JsonObject, prompts: readonly (readonly [string, Json])[]): JsonObject {
  const prompt = prompts.find(([name]) => name === variable.id);
  return prompt === undefined ? variable : { ...variable, scope: 'IN', default: prompt[1] };
}
