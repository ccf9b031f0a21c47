import { filled, IdMint, isJsonObject, type Json, type JsonObject, plainText } from '#base';
import { type Fields, listAt, objectAt, textAt } from '../common/fields';
import { below, type ImportReport } from '../common/report';
import { KEYS, reasonFor } from './loader';
import { type FeatureBook, featureIds, type PluginBook, QUOTA } from './plugins';
import { bodyOf, chain, nameKept, type PipelineSummary, type Reading, shellOf } from './reading';
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
    ...filled({ items }),
    ...(root === null ? {} : { root }),
  };
  report.recognised('pipelines', 'plans');
  return {
    id: plan,
    kind: 'capability',
    name: (title ?? name).slice(0, 1_000),
    variables: variables.toJson(contract.required),
    ...(contract.strict ? { strict: true } : {}),
    ...filled({ result }),
    ...body,
    source: { olo: kept },
  };
}

function readingOf(shared: Shared, plan: string, variables: VariableBook, scope: Fields): Reading {
  const { report, plugins, features, pipelines, retry, prompt } = shared;
  const scopeFeatures = featureIds(scope.list('features'));
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
    const reason = reasonFor(KEYS.pipeline, key, ` of the pipeline "${plan}"`);
    report.kept(below(pipeline.path, key), `${plan}: source.olo.${key}`, reason);
  }
}

/** The input contract, as far as variables of ours say it. */
interface InputContract {
  readonly strict: boolean;
  readonly required: ReadonlySet<string>;
  /** What variables do not say, to be kept. */
  readonly kept: JsonObject;
}

/** Reads the input contract: which inputs must be there. */
function readContract(
  report: ImportReport,
  pipeline: Fields,
  registry: readonly JsonObject[],
): InputContract {
  const contract = pipeline.inside('inputContract');
  pipeline.take('inputContract');
  const strict = contract.flag('strict') ?? false;
  const required = new Set<string>();
  const named = new Set<string>();
  const others: JsonObject[] = [];
  const inputs = new Map(
    registry.filter(({ scope }) => scope === 'IN').map((entry) => [entry.name, entry] as const),
  );
  for (const parameter of contract.objects('parameters')) {
    const name = parameter.word('name') ?? '';
    const entry = inputs.get(name);
    if (entry === undefined) {
      const message = `The input "${name}" is in the contract and no IN variable.`;
      report.warn('INPUT_WITHOUT_VARIABLE', message, 'Add it to the variable registry.', parameter.path);
      others.push(parameter.whole());
      continue;
    }
    named.add(name);
    if (parameter.flag('required') === true) required.add(name);
    const type = parameter.text('type');
    if (type !== undefined && type !== entry.type) {
      const message = `The input "${name}" is ${type} in the contract and ${plainText(entry.type)} in the registry, which counts.`;
      report.warn('TYPE_DIFFERS', message, 'Give it one type.', parameter.path);
      others.push(parameter.whole());
    }
  }
  const unnamed = [...inputs.keys()].filter(
    (name): name is string => typeof name === 'string' && !named.has(name),
  );
  return { strict, required, kept: filled({ notInContract: unnamed, inputParameters: others }) };
}

/** The result mapping as the `result` of a plan. */
function readResult(report: ImportReport, pipeline: Fields, variables: VariableBook): JsonObject {
  const entries = pipeline
    .objects('resultMapping')
    .flatMap((mapping): readonly (readonly [string, Json])[] => {
      const variable = mapping.word('variable');
      const output = mapping.word('outputParameter');
      if (variable !== undefined && output !== undefined)
        return [[output, variables.hole(variable, mapping.path)]];
      const message = `The result mapping at ${mapping.path} lacks "variable" or "outputParameter".`;
      report.error('MISSING_FIELD', message, 'A mapping needs both.', mapping.path);
      return [];
    });
  const names = entries.map(([output]) => output);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  const path = below(pipeline.path, 'resultMapping');
  if (twice !== undefined) {
    const message = `"${twice}" is mapped twice; the last mapping counts.`;
    report.warn('MAPPING_DOUBLED', message, 'Keep one of them.', path);
  }
  if (entries.length > 1) {
    const message = `There are ${entries.length} results; their engine returns the first alone, as text.`;
    report.info('ALL_RESULTS', message, 'Here all are returned, as their documents say.', path);
  }
  return Object.fromEntries(entries);
}

/**
 * Variables that are items and nothing else: names of rounds here (L9), so they are taken out of the variables.
 *
 * @returns their entries of the registry with the places where they stood
 */
function takeItems(
  pipeline: Fields,
  registry: readonly JsonObject[],
  variables: VariableBook,
): readonly JsonObject[] {
  const { items, itemsUsedElsewhere, errors } = namesIn(pipeline.peek('executionTree') ?? null);
  for (const name of errors) variables.holdsError(name);
  const results = new Set(
    pipeline
      .again()
      .objects('resultMapping')
      .map((mapping) => mapping.peek('variable')),
  );
  return registry.flatMap((entry, index) => {
    const { name, scope } = entry;
    const isItem = typeof name === 'string' && items.has(name) && !itemsUsedElsewhere.has(name);
    if (!isItem || scope === 'IN' || results.has(name)) return [];
    variables.forget(name);
    return [{ index, ...entry }];
  });
}

/** What a look over a whole tree tells before its nodes are read. */
interface TreeNames {
  /** Names of items and of their numbers. */
  readonly items: ReadonlySet<string>;
  /** Those of them that are read or written where they are no item, or that are written at all. */
  readonly itemsUsedElsewhere: ReadonlySet<string>;
  /** Variables that a TRY_CATCH writes the message of an error to. */
  readonly errors: ReadonlySet<string>;
}

/** Looks over an execution tree; what is misshapen in it is left to the reading of its nodes. */
function namesIn(tree: Json): TreeNames {
  const items = new Set<string>();
  const itemsUsedElsewhere = new Set<string>();
  const errors = new Set<string>();
  const used: (readonly [name: string, bound: ReadonlySet<string>, isWritten: boolean])[] = [];
  const visit = (node: Json, bound: ReadonlySet<string>): void => {
    if (!isJsonObject(node)) return;
    const params = objectAt(node, 'params');
    const own = [textAt(params, 'itemVariable'), textAt(params, 'indexVariable')].filter(
      (name) => name !== undefined,
    );
    for (const [name, isWritten] of referencesOf(node)) used.push([name, bound, isWritten]);
    const error = textAt(params, 'errorVariable');
    if (node.type === 'TRY_CATCH' && error !== undefined) errors.add(error);
    const isIterator = node.type === 'ITERATOR';
    if (isIterator) for (const name of own) items.add(name);
    const inside = isIterator && own.length > 0 ? new Set([...bound, ...own]) : bound;
    for (const child of listAt(node, 'children')) visit(child, inside);
  };
  visit(tree, new Set());
  for (const [name, bound, isWritten] of used) {
    if (items.has(name) && (isWritten || !bound.has(name))) itemsUsedElsewhere.add(name);
  }
  return { items, itemsUsedElsewhere, errors };
}

const WRITTEN: ReadonlySet<string> = new Set(['outputVariable', 'resultVariable', 'errorVariable']);

/** The variables that a node names, and whether it writes them; items of an iterator are not among them. */
function referencesOf(node: JsonObject): readonly (readonly [name: string, isWritten: boolean])[] {
  const params = objectAt(node, 'params') ?? {};
  const fromParams = Object.entries(params).flatMap(([key, value]) => {
    if (typeof value !== 'string' || !key.endsWith('Variable')) return [];
    return key === 'itemVariable' || key === 'indexVariable' ? [] : [[value, WRITTEN.has(key)] as const];
  });
  return [...fromParams, ...mapped(node, 'inputMappings', false), ...mapped(node, 'outputMappings', true)];
}

function mapped(
  node: JsonObject,
  key: string,
  isWritten: boolean,
): readonly (readonly [name: string, isWritten: boolean])[] {
  const names = listAt(node, key).map((entry) =>
    isJsonObject(entry) ? textAt(entry, 'variable') : undefined,
  );
  return names.flatMap((name) => (name === undefined ? [] : [[name, isWritten] as const]));
}
