import { isJsonObject, type Json, type JsonObject } from '#base';
import type { ImportOutcome } from '../common/codec';
import { Fields } from '../common/fields';
import { readForeign } from '../common/foreignText';
import { IdMint } from '../common/mintIds';
import { below, countWithin, ImportReport, isTooMany } from '../common/report';
import { retryOf, secondsOf } from './defaults';
import { FeatureBook } from './features';
import { KEYS } from './keys';
import { PluginBook } from './plugins';
import { readSteps } from './read/steps';
import type { PipelineSummary } from './reading';
import { readPipeline } from './readPipeline';

const CHILDREN = new Set(['children']);

/**
 * Reads what reference 1 writes: a pipeline configuration, one pipeline of it, a dynamic-step map, or an execution plan
 * (which holds its configuration as text). Their documents decide; where their code differs, a finding says so.
 *
 * @example
 * const { workspace, diagnostics, kept } = importOlo(text);
 */
export function importOlo(input: Json | string): ImportOutcome {
  const foreign = readForeign(input);
  if (!foreign.ok) return new ImportReport(foreign.problem).refused();
  const report = new ImportReport(foreign.value.warnings);
  const value = foreign.value.value;
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
}

/** A list of steps, alone or as an activity of theirs returns it. */
function stepsIn(value: Json): readonly Json[] | null {
  if (Array.isArray(value)) return value as readonly Json[];
  if (isJsonObject(value) && Array.isArray(value.dynamicSteps)) return value.dynamicSteps as readonly Json[];
  return null;
}

/** An execution plan is a configuration with a list of what to run, which follows from it. */
function ofExecutionPlan(plan: JsonObject, config: string): ImportOutcome {
  const inner = importOlo(config);
  if (inner.workspace === null) return inner;
  const { configJson: _config, ...rest } = plan;
  const olo = isJsonObject(inner.workspace.source?.olo) ? inner.workspace.source.olo : {};
  const source = { ...inner.workspace.source, olo: { ...olo, executionPlan: rest } };
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
  report.error(
    'NOT_OLO',
    message,
    'A pipeline configuration has "pipelines", each with an "executionTree".',
    '',
  );
  return report.refused();
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
  const olo = { ...root.leftovers(), ...(Object.keys(renamed).length === 0 ? {} : { plugins: renamed }) };
  return report.finish({
    format: 'planloom/workspace',
    version: 1,
    id: plans[0] === undefined ? 'imported' : String(plans[0].id),
    name: named
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 1_000),
    plans,
    ...(prompts.size === 0 ? {} : { prompts: prompts.toJson() }),
    capabilities,
    ...(models.length === 0 ? {} : { models, connections: [{ id: 'models', name: 'Models' }] }),
    features: features.toJson(),
    source: { olo },
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
const UNSPOKEN: ReadonlySet<string> = new Set(['version', 'pluginRestrictions']);

function nameLeft(report: ImportReport, root: Fields): void {
  for (const key of Object.keys(root.leftovers())) {
    if (UNSPOKEN.has(key)) continue;
    const isTheirs = (KEYS.root as readonly string[]).includes(key);
    const reason =
      key === 'executionDefaults'
        ? 'Timeouts and retries are those of all calls here; the rest of "executionDefaults" has no counterpart.'
        : isTheirs
          ? `"${key}" has no counterpart.`
          : `"${key}" is not a key that their loader knows.`;
    report.kept(below('', key), `workspace: source.olo.${key}`, reason);
  }
}

/** Templates that are only named: a prompt for each, and for each variable that it is filled with. */
class PromptBook {
  private readonly prompts = new Map<string, JsonObject>();
  private readonly ids = new IdMint();

  prompt(key: string, text: string): string {
    const known = this.prompts.get(JSON.stringify([key, text]))?.id;
    if (typeof known === 'string') return known;
    const id = this.ids.mint(key, 'prompt');
    this.prompts.set(JSON.stringify([key, text]), { id, name: key, text });
    return id;
  }

  get size(): number {
    return this.prompts.size;
  }

  toJson(): readonly JsonObject[] {
    return [...this.prompts.values()];
  }
}
