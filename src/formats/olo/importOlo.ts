import {
  filled,
  IdMint,
  isJsonObject,
  isVariableName,
  type Json,
  type JsonObject,
  plainText,
  present,
} from '#base';
import { isSubPlanner, subPlannerSays } from '#plan';
import type { ImportOutcome } from '../common/codec';
import { Fields, objectAt, omitted } from '../common/fields';
import { below, countWithin, ImportReport, importing, isTooMany } from '../common/report';
import { DEFAULT_START_TO_CLOSE, KEYS, reasonFor, retryOf, secondsOf } from './loader';
import { FeatureBook, PluginBook } from './plugins';
import type { PipelineSummary } from './reading';
import { readPipeline, type Shared } from './readPipeline';

const CHILDREN = new Set(['children']);

/**
 * Reads what reference 1 writes: a pipeline configuration, one pipeline of it, a dynamic-step map, or an execution plan
 * (which holds its configuration as text). Their documents decide; where their code differs, a finding says so.
 *
 * @example
 * const { workspace, diagnostics, kept } = importOlo(text);
 */
export function importOlo(input: Json | string): ImportOutcome {
  return importing(input, (value, report) => {
    const steps = stepsIn(value);
    const count = countWithin(value, CHILDREN) + (steps?.length ?? 0);
    if (isTooMany(count, 'nodes', '', report)) return report.refused();
    if (steps !== null) return readSteps(report, steps);
    if (!isJsonObject(value)) return notOlo(report);
    if (typeof value.configJson === 'string') return ofExecutionPlan(value, value.configJson);
    if (isJsonObject(value.pipelines)) return readConfiguration(report, value, '');
    if (!isJsonObject(value.executionTree)) return notOlo(report);
    const name = typeof value.name === 'string' && value.name !== '' ? value.name : 'main';
    return readConfiguration(report, { pipelines: { [name]: value } }, null);
  });
}

/** A list of steps, alone or as an activity of theirs returns it. */
function stepsIn(value: Json): readonly Json[] | null {
  if (Array.isArray(value)) return value;
  if (isJsonObject(value) && Array.isArray(value.dynamicSteps)) return value.dynamicSteps;
  return null;
}

/** An execution plan is a configuration with a list of what to run, which follows from it. */
function ofExecutionPlan(plan: JsonObject, config: string): ImportOutcome {
  const inner = importOlo(config);
  if (inner.workspace === null) return inner;
  const rest = omitted(plan, ['configJson']);
  const olo = { ...objectAt(inner.workspace.source, 'olo'), executionPlan: rest };
  const source = { ...inner.workspace.source, olo };
  const reason = 'What an execution plan says besides its configuration follows from it.';
  const kept = Object.keys(rest).map((key) => ({
    path: `/${key}`,
    at: 'workspace: source.olo.executionPlan',
    reason,
  }));
  return { ...inner, workspace: { ...inner.workspace, source }, kept: [...inner.kept, ...kept] };
}

function notOlo(report: ImportReport): ImportOutcome {
  const message = 'This is JSON, but no pipeline configuration, dynamic-step map or execution plan.';
  return report.refuse(
    'NOT_OLO',
    message,
    'A pipeline configuration has "pipelines", each with an "executionTree".',
    '',
  );
}

/** @param path where the configuration stands; null for one that was put around a single pipeline */
function readConfiguration(report: ImportReport, value: JsonObject, path: '' | null): ImportOutcome {
  const root = new Fields(value, path ?? '', report);
  const pipelines = root.members('pipelines');
  if (pipelines.length === 0)
    report.error('NO_PIPELINES', 'There is no pipeline.', 'Add one to "pipelines".', '/pipelines');
  const ids = new IdMint();
  const named = pipelines.map(([name, fields]) => ({ name, fields, plan: ids.mint(name, 'plan') }));
  const activity = root.again().inside('executionDefaults').inside('activity');
  const plugins = new PluginBook(report, root.again().texts('pluginRestrictions'));
  const features = new FeatureBook(plugins, report);
  const prompts = new PromptBook();
  const shared = {
    report,
    plugins,
    features,
    pipelines: new Map(named.map(({ name, fields, plan }) => [name, summaryOf(fields, plan)])),
    retry: retryOf(activity),
    startToClose: secondsOf(activity),
    prompt: (key: string, text: string) => prompts.prompt(key, text),
  };
  const plans = named.map(({ name, fields, plan }) => readPipeline(shared, name, fields, plan));
  const { capabilities, models, renamed } = plugins.toJson();
  nameLeft(report, root);
  return report.finish({
    id: plans[0] === undefined ? 'imported' : String(plans[0].id),
    name: pipelines
      .map(([name]) => name)
      .join(', ')
      .slice(0, 1_000),
    plans,
    ...filled({ prompts: prompts.toJson() }),
    capabilities,
    ...(models.length === 0 ? {} : { models, connections: [{ id: 'models', name: 'Models' }] }),
    features: features.toJson(),
    source: { olo: { ...root.leftovers(), ...filled({ plugins: renamed }) } },
  });
}

/** What a SUB_PIPELINE of another has to know of it. */
function summaryOf(fields: Fields, plan: string): PipelineSummary {
  const pipeline = new Fields(fields.whole(), fields.path, new ImportReport());
  const registry = pipeline.objects('variableRegistry');
  const mapping = pipeline.objects('resultMapping');
  return {
    plan,
    inputs: registry
      .filter((entry) => entry.peek('scope') === 'IN')
      .flatMap((entry) => entry.word('name') ?? []),
    results: mapping.flatMap((entry) => {
      const [output, variable] = [entry.word('outputParameter'), entry.word('variable')];
      return output === undefined || variable === undefined ? [] : [[output, variable] as const];
    }),
  };
}

/** Keys of the root that are used here, and kept to be written back. */
const UNSPOKEN = ['version', 'pluginRestrictions'];

function nameLeft(report: ImportReport, root: Fields): void {
  report.keptEach(
    omitted(root.leftovers(), UNSPOKEN),
    '',
    (key) => `workspace: source.olo.${key}`,
    (key) =>
      key === 'executionDefaults'
        ? 'Timeouts and retries are those of all calls here; the rest of "executionDefaults" has no counterpart.'
        : reasonFor(KEYS.root, key),
  );
}

/** Templates that are only named: a prompt for each, and for each variable that it is filled with. */
class PromptBook {
  private readonly prompts = new Map<string, JsonObject>();
  private readonly ids = new IdMint();

  prompt(key: string, text: string): string {
    const place = JSON.stringify([key, text]);
    const known = this.prompts.get(place)?.id;
    if (typeof known === 'string') return known;
    const id = this.ids.mint(key, 'prompt');
    this.prompts.set(place, { id, name: key, text });
    return id;
  }

  toJson(): readonly JsonObject[] {
    return [...this.prompts.values()];
  }
}

/**
 * A dynamic-step map (reference 1, 5): one PLUGIN after another, as their activities run it. A model's reply in their form
 * (`toolId`) becomes the steps that their parser makes of it.
 */
function readSteps(report: ImportReport, steps: readonly Json[]): ImportOutcome {
  const children = steps.map((step, index) => (isReply(step) ? ofReply(step, index, report) : asNode(step)));
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
    if (!isReply(step) || !isSubPlanner(step)) return;
    report.warn(
      'PLANNER_WITHOUT_TOOLS',
      `A reply says nothing of the tools that the planner "${plainText(step.toolId)}" may use: it may use none.`,
      'Choose its tools before you run it.',
      below('', index),
    );
  });
  report.recognised('dynamic steps', 'nodes', steps.length);
  return report.finish({
    id: 'steps',
    name: 'Dynamic steps',
    plans: [{ ...plan, variables }],
    capabilities: plugins.toJson().capabilities,
    features: shared.features.toJson(),
  });
}

/** A step in the form of a model's reply. */
function isReply(step: Json): step is JsonObject {
  return isJsonObject(step) && 'toolId' in step;
}

function asNode(step: Json): Json {
  if (!isJsonObject(step)) return step;
  const { nodeId, activityType: _type, ...rest } = step;
  return { ...present({ id: nodeId }), type: 'PLUGIN', ...rest };
}

function ofReply(step: JsonObject, index: number, report: ImportReport): Json {
  const { toolId, type: _type, input, displayName, ...rest } = step;
  const tool = plainText(toolId ?? null)
    .trim()
    .replaceAll(' ', '_');
  nameUnread(step, index, report);
  if (isSubPlanner(step)) {
    const says = subPlannerSays(step);
    const beside = omitted(rest, Object.keys(says));
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
  if (!isReply(step) || !isSubPlanner(step)) return [];
  const { modelPluginRef, userQueryVariable } = subPlannerSays(step);
  if (typeof modelPluginRef !== 'string') return [];
  return [
    typeof userQueryVariable === 'string' && isVariableName(userQueryVariable)
      ? userQueryVariable
      : 'userQuery',
  ];
}

function promptOf(step: Json, index: number): readonly (readonly [string, Json])[] {
  if (!isReply(step) || isSubPlanner(step)) return [];
  const prompt = isJsonObject(step.input) ? step.input.prompt : undefined;
  return [[`__planner_step_${index}_prompt`, prompt ?? '']];
}

/** What a parser would have injected is the value that its variable begins with: an input with a default. */
function withPrompt(variable: JsonObject, prompts: readonly (readonly [string, Json])[]): JsonObject {
  const prompt = prompts.find(([name]) => name === variable.id);
  return prompt === undefined ? variable : { ...variable, scope: 'IN', default: prompt[1] };
}
