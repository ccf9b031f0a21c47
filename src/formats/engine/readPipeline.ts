import { filled, IdMint, isJsonObject, itemsIn, type Json, type JsonObject } from '#base';
import { chainOf } from '#plan';
import { Fields, omitted, picked } from '../common/fields';
import { keeping } from '../common/kept';
import { below, type Path } from '../common/report';
import { type Around, keep, reasonFor, seconds } from './around';
import { groupNode, isCompletion } from './group';
import { executorNode, plannerNode } from './plugin';
import {
  DEFAULT_ORDER,
  LOOP_END,
  LOOP_START,
  PLAN_EXECUTOR,
  PLANNER,
  policyName,
  SAME_CAPABILITY,
} from './words';

/** What a pipeline is read with: all that its configuration says for all pipelines. */
export type Config = Omit<Around, 'plan' | 'ids' | 'completion' | 'merge'> & {
  readonly order: readonly string[] | null;
};

/** A pipeline as a plan whose variables are open: what capabilities write is what the next ones see. */
export function planOfPipeline(name: string, id: string, fields: Fields, config: Config): JsonObject {
  const around = aroundOf(id, fields, config);
  const defaults = picked(fields.whole(), DEFAULTS);
  for (const key of DEFAULTS) fields.take(key);
  config.report.recognised('pipelines', 'plans');
  const { nodes, form, neverRun = {} } = contentsOf(fields, around, config);
  const more = { ...(name === id ? {} : { id: name }), form, ...defaults, ...filled({ neverRun }) };
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

const DEFAULTS = [
  'defaultTimeoutSeconds',
  'defaultAsyncCompletionPolicy',
  'mergePolicy',
  'capabilityPlugins',
  'stagePlugins',
];

/** What the nodes of a pipeline inherit from it. */
function aroundOf(plan: string, pipeline: Fields, config: Config): Around {
  const { report } = config;
  const fields = pipeline.again();
  const timeoutMs = seconds(fields, 'defaultTimeoutSeconds', config);
  const completion = fields.word('defaultAsyncCompletionPolicy') ?? 'ALL';
  const merge = policyName(fields.object('mergePolicy')) ?? 'LAST_WINS';
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
    merge,
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

/** One capability of a pipeline, in the order of the run. */
interface Block {
  readonly capability: string;
  /** Its groups; one in all forms but `capabilities`. */
  readonly groups: readonly Fields[];
}

/** The blocks as nodes; what stands between the two marks of an iterative block is the body of a LOOP. */
function nodesOfBlocks(blocks: readonly Block[], around: Around): readonly JsonObject[] {
  const nodes: JsonObject[] = [];
  const lastEnd = blocks.findLastIndex(({ capability }) => capability === LOOP_END);
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at];
    if (block === undefined) continue;
    if (block.capability === LOOP_START && at < lastEnd) {
      const end = blocks.findIndex(({ capability }, place) => place > at && capability === LOOP_END);
      nodes.push(loopOf(blocks.slice(at, end + 1), around));
      at = end;
      continue;
    }
    if (block.capability === LOOP_START) loopWithoutEnd(block, around);
    nodes.push(...blockNodes(block, around));
  }
  return nodes;
}

function loopOf(blocks: readonly Block[], around: Around): JsonObject {
  const id = around.ids.mint(LOOP_START, 'loop');
  const [mark] = blocks;
  // Asked before anything is read: what was read of a group is no longer there.
  const marks = blocks.filter(isEmptyMark);
  const nodes = blocks.flatMap((block) => (marks.includes(block) ? [] : blockNodes(block, around)));
  around.report.recognised('iterative blocks', 'LOOP');
  around.report.warn(
    'LOOP_WITHOUT_TEST',
    'The iterative block says neither a test nor a bound: the loop makes one round, as theirs would.',
    'Give the LOOP a condition and a number of rounds.',
    mark?.groups[0]?.path ?? '',
    { plan: around.plan, node: id },
  );
  return {
    id,
    type: 'LOOP',
    name: LOOP_START,
    params: { until: 'true', maxIterations: 1 },
    body: { nodes: [...nodes], edges: [...chainOf(nodes)] },
    ...keeping('engine', { marks: marksOf(marks, id, around) }),
  };
}

function loopWithoutEnd({ groups }: Block, { report, plan }: Around): void {
  report.warn(
    'LOOP_WITHOUT_END',
    `No ${LOOP_END} follows this ${LOOP_START}: nothing is repeated, there or here.`,
    `Name ${LOOP_END} in the order, and give the pipeline a group of that name.`,
    groups[0]?.path ?? '',
    { plan },
  );
}

/** The groups of the two marks as they stood, but for what runs. */
function marksOf(empty: readonly Block[], node: string, around: Around): JsonObject {
  const marks = empty.map(({ capability, groups }) => {
    for (const group of groups) nameKept(group, node, `marks.${capability}`, around, ['type', 'children']);
    return [capability, groups.map((group) => group.leftovers())] as const;
  });
  return Object.fromEntries(marks);
}

/** The two marks are empty steps there. */
function isEmptyMark({ capability, groups }: Block): boolean {
  if (capability !== LOOP_START && capability !== LOOP_END) return false;
  return groups.every((group) => {
    const children = group.peek('children');
    return (
      (children === undefined || (Array.isArray(children) && children.length === 0)) &&
      group.peek('condition') === undefined
    );
  });
}

function blockNodes({ capability, groups }: Block, around: Around): readonly JsonObject[] {
  const [only] = groups;
  if (groups.length === 1 && only !== undefined) return [blockNode(capability, only, around)];
  const id = around.ids.mint(capability, 'group');
  const nodes = groups.map((group) =>
    groupNode(group, around, group.peek('type') !== undefined && group.take('type') !== undefined),
  );
  return [
    {
      id,
      type: 'GROUP',
      name: capability,
      params: { mode: 'SYNC' },
      body: { nodes, edges: [] },
      ...keeping('engine', { groups: true, block: capability }),
    },
  ];
}

function blockNode(capability: string, group: Fields, around: Around): JsonObject {
  const said = group.take('type');
  if (said !== undefined && said !== 'GROUP')
    around.report.error(
      'NODE_TYPE_UNKNOWN',
      'A capability holds a group.',
      'Write {"type": "GROUP", "children": […]}.',
      group.path,
    );
  const block = { block: capability, ...(said === undefined ? { untyped: true } : {}) };
  if (capability === PLAN_EXECUTOR) return executorBlock(group, around, block);
  if (capability === PLANNER) {
    const planner = plannerBlock(group, around, block);
    if (planner !== null) return planner;
  }
  return groupNode(group, around, said !== undefined, { capability });
}

/** What its group holds is not called: the plan that is then in `dynamicPlan` runs in its place. */
function executorBlock(group: Fields, around: Around, block: JsonObject): JsonObject {
  const node = executorNode(around, null, { ...block, group: group.leftovers() });
  const called = group.peek('children');
  const children: readonly Json[] = itemsIn(called);
  nameKept(group, node.id, 'group', around, children.every(isExecutor) ? ['children'] : []);
  return node;
}

function isExecutor(child: Json): boolean {
  if (!isJsonObject(child)) return child === PLAN_EXECUTOR;
  return child.name === PLAN_EXECUTOR && Object.keys(child).every((key) => KEYS_OF_CHILD.has(key));
}

const KEYS_OF_CHILD: ReadonlySet<string> = new Set(['type', 'name', 'pluginType']);

/** A PLANNER of one plugin, or of none, is one PLANNER; of several, their group. */
function plannerBlock(group: Fields, around: Around, block: JsonObject): JsonObject | null {
  const children = group.peek('children');
  const list = itemsIn(children);
  const [only] = list;
  if (list.length > 1 || group.peek('condition') !== undefined || group.peek('iterator') !== undefined)
    return null;
  if (only === undefined || typeof only === 'string') {
    const asked = only === undefined || only === PLANNER ? around.names.pluginOf(PLANNER) : only;
    const node = plannerNode(asked, around, null, { ...block, group: group.leftovers() });
    nameKept(group, node.id, 'group', around, ['children']);
    return node;
  }
  if (!isJsonObject(only) || typeof only.name !== 'string' || only.type === 'GROUP') return null;
  const plugin = new Fields(only, below(group.path, 'children', 0), around.report);
  plugin.take('type');
  plugin.take('name');
  const { children: _one, ...rest } = group.leftovers();
  const asked = only.name === PLANNER ? around.names.pluginOf(PLANNER) : only.name;
  const node = plannerNode(asked, around, plugin, {
    ...block,
    ...filled({ group: rest }),
    plugin: only.name,
  });
  nameKept(group, node.id, 'group', around, ['children']);
  return node;
}

/** What is kept of a group that is no GROUP here, each member by its name (S3). */
function nameKept(
  group: Fields,
  node: Json | undefined,
  under: string,
  { plan, report }: Around,
  read: readonly string[],
): void {
  report.keptEach(
    omitted(group.leftovers(), ['executionMode', ...read]),
    group.path,
    (key) => `${plan} ${node ?? ''} source.engine.${under}.${key}`,
    reasonFor,
  );
}
