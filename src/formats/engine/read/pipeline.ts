import { isJsonObject, type JsonObject } from '#base';
import { chainOf } from '#plan';
import { Fields } from '../../common/fields';
import { IdMint } from '../../common/mintIds';
import { below, type Path } from '../../common/report';
import { DEFAULT_ORDER, SAME_CAPABILITY } from '../words';
import { type Around, keep } from './around';
import { type Block, nodesOfBlocks } from './blocks';
import { isCompletion } from './completion';
import { seconds } from './times';

/** What a pipeline is read with: all that its configuration says for all pipelines. */
export type Config = Omit<Around, 'plan' | 'ids' | 'completion' | 'merge'> & {
  readonly order: readonly string[] | null;
};

/** A pipeline as a plan whose variables are open: what capabilities write is what the next ones see. */
export function planOfPipeline(name: string, id: string, fields: Fields, config: Config): JsonObject {
  const around = aroundOf(id, fields, config);
  const defaults = Object.fromEntries(
    [
      'defaultTimeoutSeconds',
      'defaultAsyncCompletionPolicy',
      'mergePolicy',
      'capabilityPlugins',
      'stagePlugins',
    ]
      .map((key) => [key, fields.peek(key)] as const)
      .filter(([, value]) => value !== undefined),
  ) as JsonObject;
  for (const key of Object.keys(defaults)) fields.take(key);
  config.report.recognised('pipelines', 'plans');
  const { nodes, form, neverRun = {} } = contentsOf(fields, around, config);
  const unused = Object.keys(neverRun).length === 0 ? {} : { neverRun };
  const more = { ...(name === id ? {} : { id: name }), form, ...defaults, ...unused };
  return {
    id,
    kind: 'capability',
    name,
    variables: 'open',
    nodes: [...nodes],
    edges: [...chainOf(nodes)],
    ...keep(fields, around, null, more),
  };
}

/** What the nodes of a pipeline inherit from it. */
function aroundOf(plan: string, pipeline: Fields, config: Config): Around {
  const { report } = config;
  const fields = pipeline.again();
  const timeoutMs = seconds(fields, 'defaultTimeoutSeconds', config);
  const completion = fields.word('defaultAsyncCompletionPolicy') ?? 'ALL';
  const merge = fields.object('mergePolicy')?.name;
  for (const key of ['stagePlugins', 'capabilityPlugins']) fields.textMembers(key);
  return {
    ...config,
    names: config.names.within(pipeline.whole()),
    plan,
    ids: new IdMint(),
    timeoutSeconds: timeoutMs === undefined ? config.timeoutSeconds : timeoutMs / 1000,
    completion: isCompletion(completion, below(fields.path, 'defaultAsyncCompletionPolicy'), report)
      ? completion
      : 'ALL',
    merge: typeof merge === 'string' && merge.trim() !== '' ? merge.trim() : 'LAST_WINS',
  };
}

function contentsOf(
  fields: Fields,
  around: Around,
  { order }: Config,
): { readonly nodes: readonly JsonObject[]; readonly form: string; readonly neverRun?: JsonObject } {
  const listed = ['capabilities', 'stages'].find((key) => fields.peek(key) !== undefined);
  if (listed !== undefined)
    return { nodes: nodesOfBlocks(listedBlocks(fields, listed, around), around), form: listed };
  const key = ['root', 'rootByCapability', 'rootByStage'].find((one) => fields.peek(one) !== undefined);
  if (key === undefined) {
    around.report.error(
      'PIPELINE_EMPTY',
      'The pipeline has neither "root" nor "capabilities".',
      'Give it a tree, or its capabilities in order.',
      fields.path,
    );
    return { nodes: [], form: 'root' };
  }
  const root = fields.object(key) ?? {};
  const path = below(fields.path, key);
  if (typeof root.type === 'string') {
    const node = around.nodeOf(root, path, around);
    return { nodes: node === null ? [] : [node], form: 'tree' };
  }
  const { blocks, neverRun } = orderedBlocks(root, path, order ?? DEFAULT_ORDER, around);
  return { nodes: nodesOfBlocks(blocks, around), form: key, neverRun };
}

function listedBlocks(fields: Fields, key: string, { report }: Around): readonly Block[] {
  return fields.objects(key).flatMap((block) => {
    const name = block.word('capability') ?? block.word('stage');
    if (name === undefined) {
      report.error(
        'NAME_MISSING',
        'This block names no capability.',
        'Write {"capability": …, "groups": […]}.',
        block.path,
      );
      return [];
    }
    const groups = block.objects('groups');
    for (const left of Object.keys(block.leftovers()))
      report.warn(
        'KEY_UNKNOWN',
        `A block of a capability has no "${left}".`,
        'It is ignored there, and here.',
        below(block.path, left),
      );
    return [{ capability: name.trim(), groups }];
  });
}

/** Capabilities run in the order of the configuration; those that it does not name never run, and are kept. */
function orderedBlocks(
  root: JsonObject,
  path: Path,
  order: readonly string[],
  { report, plan }: Around,
): { readonly blocks: readonly Block[]; readonly neverRun: JsonObject } {
  const members = new Map(Object.entries(root));
  const blocks: Block[] = [];
  for (const named of order) {
    const name = members.has(named) ? named : (SAME_CAPABILITY.get(named) ?? '');
    const group = members.get(name);
    // Two names of one capability: the one that the order names itself comes at its own place.
    if (group === undefined || (name !== named && order.includes(name))) continue;
    members.delete(name);
    if (isJsonObject(group))
      blocks.push({ capability: name, groups: [new Fields(group, below(path, name), report)] });
    else
      report.error(
        'WRONG_TYPE',
        `The capability "${name}" is not an object.`,
        'Give it a group.',
        below(path, name),
        { plan },
      );
  }
  for (const name of members.keys()) {
    report.warn(
      'CAPABILITY_NEVER_RUNS',
      `"${name}" is not in the order of capabilities, so it never runs.`,
      'Name it in "capabilityOrder".',
      below(path, name),
      { plan },
    );
    report.kept(
      below(path, name),
      `${plan} source.engine.neverRun`,
      'What never runs there is no step here.',
    );
  }
  return { blocks, neverRun: Object.fromEntries(members) };
}
