import { IdMint, isJsonArray, isJsonObject, type Json, type JsonObject, plainText } from '#base';
import { bodyOfGroups } from '#plan';
import type { Importer, ImportOutcome } from '../common/codec';
import { Fields, picked } from '../common/fields';
import { besideOurs, keeping, placeBeside } from '../common/kept';
import { below, countWithin, type ImportReport, importing, isTooMany, noCounterpart } from '../common/report';
import { ModelAnswers, retryOf } from './around';
import { nodeOf } from './node';
import { type Config, planOfPipeline } from './readPipeline';
import { ALL_MODELS, BRANCH, namesOf, OURS, PLAN_SAFETY } from './words';

/** What holds nodes in a configuration, and calls in a plan. */
const STEPS = new Set(['children', 'thenChildren', 'elseChildren', 'capabilities', 'stages']);

/**
 * Reads a configuration of reference 2 as a workspace, one plan a pipeline, `default` first; or a single CapabilityPlan,
 * the value that its planners write to `dynamicPlan`.
 *
 * @example importEngine('{"configVersion":"1.0","worker":{"queueName":"q"},"pipelines":{"default":{"root":{}}}}')
 */
export const importEngine: Importer = (input) =>
  importing(input, (value, report) => {
    if (isTooMany(countWithin(value, STEPS), 'nodes', '', report)) return report.refused();
    if (isJsonObject(value) && Array.isArray(value.groups) && value.pipelines === undefined)
      return planOfGroups(value, report);
    return ofConfiguration(value, report);
  });

function ofConfiguration(value: Json, report: ImportReport): ImportOutcome {
  if (!isJsonObject(value) || !isJsonObject(value.pipelines))
    return report.refuse(
      'NOT_AN_ENGINE_CONFIGURATION',
      'This is not an engine configuration: it has no "pipelines".',
      'Choose a file with "pipelines", or a plan with "groups".',
      '/pipelines',
    );
  const root = new Fields(value, '', report);
  const config = configOf(value, root, report);
  const ids = new IdMint();
  const members = [...root.members('pipelines')].sort(([one], [other]) => rank(one) - rank(other));
  if (members.length === 0)
    report.error('NO_PIPELINE', 'The configuration has no pipeline.', 'Give it one.', '/pipelines');
  const plans = members.map(([name, fields]) =>
    planOfPipeline(name, ids.mint(name, 'pipeline'), fields, config),
  );
  if (root.inside('worker').word('queueName') === undefined)
    report.warn(
      'WORKER_MISSING',
      'The configuration names no queue of a worker: theirs would not start with it.',
      'Write {"worker": {"queueName": …}}; an export writes the name of the workspace.',
      '/worker',
    );
  const kept = root.leftovers();
  report.keptEach(
    kept,
    '',
    (key) => `workspace source.engine.${placeBeside(key, OURS)}`,
    () => 'The workspace has no counterpart of it.',
  );
  return report.finish({
    id: 'engine-configuration',
    name: 'Engine configuration',
    plans,
    capabilities: config.answers.toJson(),
    policies: isSafe(value) ? [{ id: 'plan-safety', planSafety: true }] : [],
    source: { engine: { ...besideOurs(kept, OURS), ...picked(value, READ_AT_ROOT) } },
  });
}

/** `pipelineName=default`: the one that runs where none is named. */
function rank(name: string): number {
  return name === 'default' ? 0 : 1;
}

/** What was read of the root, and is written back as it was. */
const READ_AT_ROOT = [
  'activity',
  'capabilities',
  'capabilityOrder',
  'stageOrder',
  'capabilityPlugins',
  'stagePlugins',
  'mergePolicies',
  'plugins',
];

function configOf(value: JsonObject, root: Fields, report: ImportReport): Config {
  const order = root.texts(root.peek('capabilityOrder') === undefined ? 'stageOrder' : 'capabilityOrder');
  for (const [name, fields] of root.members('capabilities')) {
    if (fields.word('name') === undefined)
      report.warn('NAME_MISSING', `The capability "${name}" names no plugin.`, 'Name it.', fields.path);
  }
  for (const key of ['stagePlugins', 'capabilityPlugins', 'mergePolicies']) root.textMembers(key);
  const names = namesOf(value);
  const allowed = root.texts('plugins');
  const activity = root.inside('activity');
  const seconds = activity.inside('defaultTimeouts').number('startToCloseSeconds');
  return {
    report,
    names,
    answers: new ModelAnswers(),
    order: order.length === 0 ? null : order,
    timeoutSeconds: seconds !== undefined && seconds > 0 ? seconds : undefined,
    retry: retryOf(activity, { report }),
    tools: allowed.length === 0 ? null : [...new Set(allowed.map(names.capability))],
    nodeOf,
  };
}

function isSafe({ enabledFeatures }: JsonObject): boolean {
  return Array.isArray(enabledFeatures) && enabledFeatures.includes(PLAN_SAFETY);
}

/** A CapabilityPlan by itself, as a workspace of one plan whose variables are open. */
function planOfGroups(value: JsonObject, report: ImportReport): ImportOutcome {
  const { nodes, edges, source, problems } = bodyOfGroups(value, () => BRANCH);
  for (const one of problems) report.add(one);
  report.recognised('groups', 'nodes', nodes.length);
  report.keptEach(
    source,
    '',
    (key) => `plan source.engine.${placeBeside(key, OURS)}`,
    () => 'What the tree of a plan looked like is drawn from its nodes here.',
  );
  const answers = new ModelAnswers();
  const kept = nodes.map((node, index) => read(node, below('', 'groups', index), answers, report));
  const plan = {
    id: 'plan',
    kind: 'capability',
    name: 'Capability plan',
    variables: 'open',
    nodes: kept,
    edges: [...edges],
    source: { engine: { form: 'groups', ...besideOurs(source, OURS) } },
  };
  return report.finish({
    id: 'capability-plan',
    name: 'Capability plan',
    capabilities: answers.toJson(),
    plans: [plan],
  });
}

/** What a node keeps stands under the name of the format, and each of it is named (S3); so with the nodes inside it. */
function read(node: JsonObject, path: string, answers: ModelAnswers, report: ImportReport): JsonObject {
  const { source, body, params, ...rest } = node;
  const kept = isJsonObject(source) ? source : {};
  for (const [key, what] of Object.entries(kept))
    for (const name of key === '$group' && isJsonObject(what) ? Object.keys(what) : [key])
      report.kept(path, `${node.id} source.engine.${name}`, reasonFor(name));
  const inside = isJsonObject(body) && isJsonArray(body.nodes) ? body.nodes : null;
  const nodes = inside?.filter(isJsonObject).map((one) => read(one, path, answers, report));
  return {
    ...rest,
    ...(params === undefined ? {} : { params: mergedParams(params, inside ?? [], answers) }),
    ...(nodes === undefined || !isJsonObject(body) ? {} : { body: { ...body, nodes } }),
    ...keeping('engine', kept),
  };
}

function mergedParams(params: Json, inside: readonly Json[], answers: ModelAnswers): Json {
  if (!isJsonObject(params) || params.merge !== `CAPABILITY(${ALL_MODELS})`) return params;
  const names = inside.map((one) =>
    isJsonObject(one) && isJsonObject(one.params) ? plainText(one.params.capability) : '',
  );
  return { ...params, merge: `CAPABILITY(${answers.merging(names)})` };
}

const REASONS: Readonly<Record<string, string>> = {
  taskQueue: 'A run has one queue, given with its input.',
  executionMode: 'How the calls of a group run is said by the group.',
  group: 'The place of a group is said by the edges.',
  scheduleToStartTimeout: 'A call has one timeout here, that of its attempt.',
  scheduleToCloseTimeout: 'A call has one timeout here, that of its attempt.',
  capabilityBucketName: 'A call is known by its node here.',
  pluginNodeId: 'A call is known by its node here.',
  groupNodeId: 'A group is known by its node here.',
  conditionNodeId: 'A condition is known by its node here.',
  asyncPolicy: 'Only several calls at once are completed by a policy.',
  asyncOutputMergePolicyName: 'Only what several calls at once give is merged.',
  dependsOnGroupIndices: 'The groups of a branch run in order.',
};

function reasonFor(key: string): string {
  return REASONS[key] ?? noCounterpart(key);
}
