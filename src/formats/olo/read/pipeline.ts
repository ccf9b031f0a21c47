import type { JsonObject } from '#base';
import type { Fields } from '../../common/fields';
import { IdMint } from '../../common/mintIds';
import { below, type ImportReport } from '../../common/report';
import { KEYS } from '../keys';
import { readContract, readResult, takeItems } from './contracts';
import { type FeatureBook, featureIds, QUOTA } from './features';
import { bodyOf, chain } from './piece';
import type { PluginBook } from './plugins';
import { nameKept, type PipelineSummary, type Reading, shellOf } from './reading';
import { readInOrder, readTreeNode } from './tree';
import { VariableBook } from './variables';

/** What all pipelines of a document share. */
export interface Shared {
  readonly report: ImportReport;
  readonly plugins: PluginBook;
  readonly features: FeatureBook;
  readonly pipelines: ReadonlyMap<string, PipelineSummary>;
  readonly retry: JsonObject | null;
  readonly startToClose: number;
  prompt(key: string, text: string): string;
}

/** A pipeline as a plan. */
export function readPipeline(shared: Shared, name: string, pipeline: Fields, plan: string): JsonObject {
  const { report } = shared;
  const title = pipeline.text('name');
  const variables = new VariableBook(report, plan);
  const registry = pipeline
    .again()
    .objects('variableRegistry')
    .map((entry) => entry.whole());
  for (const entry of pipeline.objects('variableRegistry')) variables.declare(entry);
  const contract = readContract(report, pipeline, registry);
  const items = takeItems(pipeline, registry, variables);
  const reading = readingOf(shared, plan, variables, pipeline.again().inside('scope'));
  const { body, root } = readRoot(reading, pipeline, shared.startToClose);
  const result = readResult(report, pipeline, variables);
  nameLeft(report, plan, pipeline);
  const kept = {
    ...(name === plan ? {} : { key: name }),
    ...(title === undefined || title === name ? {} : { name: title }),
    ...contract.kept,
    ...pipeline.leftovers(),
    ...variables.leftovers(),
    ...(items.length === 0 ? {} : { items }),
    ...(root === null ? {} : { root }),
  };
  report.recognised('pipelines', 'plans');
  return {
    id: plan,
    kind: 'capability',
    name: (title ?? name).slice(0, 1_000),
    variables: variables.toJson(contract.required),
    ...(contract.strict ? { strict: true } : {}),
    ...(Object.keys(result).length === 0 ? {} : { result }),
    ...body,
    source: { olo: kept },
  };
}

function readingOf(shared: Shared, plan: string, variables: VariableBook, scope: Fields): Reading {
  const { report, plugins, features, pipelines, retry, prompt } = shared;
  const scopeFeatures = featureIds(scope);
  const declared = scope.objects('plugins').flatMap((entry) => plugins.declare(entry) ?? []);
  const permitted = declared.filter((plugin) => plugins.isAllowed(plugin));
  return {
    report,
    plan,
    ids: new IdMint(),
    variables,
    plugins,
    features,
    pipelines,
    scopeFeatures,
    tools: permitted.map((plugin) => plugins.capability(plugin)),
    retry,
    quota: scopeFeatures.includes(QUOTA) ? features.guard(QUOTA) : null,
    prompt,
    node(fields, startToClose) {
      return readTreeNode(this, fields, startToClose);
    },
  };
}

/** The tree: the children of a SEQUENCE at its root stand in the plan itself, one after another. */
function readRoot(
  reading: Reading,
  pipeline: Fields,
  startToClose: number,
): { readonly body: JsonObject; readonly root: JsonObject | null } {
  const { report, plan } = reading;
  const isThere = pipeline.peek('executionTree') !== undefined;
  const root = pipeline.inside('executionTree');
  pipeline.take('executionTree');
  if (!isThere) {
    report.error('MISSING_FIELD', `The pipeline "${plan}" has no "executionTree".`, 'Add it.', pipeline.path);
    return { body: bodyOf(null), root: null };
  }
  if (root.peek('type') !== 'SEQUENCE') {
    return { body: bodyOf(chain(readInOrder(reading, [root], startToClose))), root: null };
  }
  // The root is no node here, so its id is free for one.
  const shell = shellOf({ ...reading, ids: new IdMint() }, root, startToClose);
  const pieces = readInOrder(reading, root.objects('children'), shell.startToClose);
  root.take('type');
  const left = root.leftovers();
  for (const key of Object.keys(left)) nameKept(reading, shell, key);
  const id = typeof shell.kept.id === 'string' ? shell.kept.id : shell.id;
  const name = shell.draft.name === undefined ? {} : { displayName: shell.draft.name };
  return { body: bodyOf(chain(pieces)), root: { id, ...name, ...left } };
}

/** Keys of a pipeline that are said elsewhere here, or are kept as they are to be completed. */
const UNSPOKEN: ReadonlySet<string> = new Set(['outputContract', 'scope']);

function nameLeft(report: ImportReport, plan: string, pipeline: Fields): void {
  for (const [key, value] of Object.entries(pipeline.leftovers())) {
    if (UNSPOKEN.has(key) || value === 'SYNC') continue;
    const isTheirs = (KEYS.pipeline as readonly string[]).includes(key);
    const reason = isTheirs
      ? `"${key}" of the pipeline "${plan}" has no counterpart.`
      : `"${key}" of the pipeline "${plan}" is not a key that their loader knows.`;
    report.kept(below(pipeline.path, key), `${plan}: source.olo.${key}`, reason);
  }
}
