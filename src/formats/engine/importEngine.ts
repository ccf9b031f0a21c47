import { isJsonObject, type Json, type JsonObject } from '#base';
import { FORMAT, VERSION } from '#plan';
import { besideOurs, placeBeside } from '../common/besideOurs';
import type { Importer, ImportOutcome } from '../common/contract';
import { countWithin, isTooMany } from '../common/countOf';
import { Fields } from '../common/fields';
import { readForeign } from '../common/foreignText';
import { IdMint } from '../common/mintIds';
import { below, ImportReport } from '../common/report';
import { namesOf } from './names';
import { planOfGroups } from './plan/planOfGroups';
import { ModelAnswers } from './read/modelAnswers';
import { nodeOf } from './read/node';
import { type Config, planOfPipeline } from './read/pipeline';
import { retryOf } from './read/times';
import { OURS, PLAN_SAFETY } from './words';

/** What holds nodes in a configuration, and calls in a plan. */
const STEPS = new Set(['children', 'thenChildren', 'elseChildren', 'capabilities', 'stages']);

/**
 * Reads a configuration of reference 2 as a workspace, one plan a pipeline, `default` first; or a single CapabilityPlan,
 * the value that its planners write to `dynamicPlan`.
 *
 * @example importEngine('{"configVersion":"1.0","worker":{"queueName":"q"},"pipelines":{"default":{"root":{}}}}')
 */
export const importEngine: Importer = (input) => {
  const foreign = readForeign(input);
  if (!foreign.ok) return new ImportReport(foreign.problem).refused();
  const { value, warnings } = foreign.value;
  const report = new ImportReport(warnings);
  if (isTooMany(countWithin(value, STEPS), 'nodes', '', report)) return report.refused();
  if (isJsonObject(value) && Array.isArray(value.groups) && value.pipelines === undefined)
    return planOfGroups(value, report);
  return ofConfiguration(value, report);
};

function ofConfiguration(value: Json, report: ImportReport): ImportOutcome {
  if (!isJsonObject(value) || !isJsonObject(value.pipelines)) {
    report.error(
      'NOT_AN_ENGINE_CONFIGURATION',
      'This is not an engine configuration: it has no "pipelines".',
      'Choose a file with "pipelines", or a plan with "groups".',
      '/pipelines',
    );
    return report.refused();
  }
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
  const policies = isSafe(value) ? [{ id: 'plan-safety', planSafety: true }] : [];
  const kept = root.leftovers();
  for (const key of Object.keys(kept))
    report.kept(
      below('', key),
      `workspace source.engine.${placeBeside(key, OURS)}`,
      'The workspace has no counterpart of it.',
    );
  return report.finish({
    format: FORMAT,
    version: VERSION,
    id: 'engine-configuration',
    name: 'Engine configuration',
    plans,
    capabilities: [...config.answers.toJson()],
    policies,
    source: { engine: { ...besideOurs(kept, OURS), ...namesIn(value) } },
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

function namesIn(value: JsonObject): JsonObject {
  return Object.fromEntries(
    READ_AT_ROOT.map((key) => [key, value[key]] as const).filter(
      ([, one]) => one !== undefined && one !== null,
    ),
  ) as JsonObject;
}

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
