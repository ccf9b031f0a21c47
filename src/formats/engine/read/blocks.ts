import { isJsonObject, type Json, type JsonObject } from '#base';
import { chainOf } from '#plan';
import { Fields } from '../../common/fields';
import { below } from '../../common/report';
import { LOOP_END, LOOP_START, PLAN_EXECUTOR, PLANNER } from '../words';
import { type Around, reasonFor, sourceOf } from './around';
import { groupNode } from './group';
import { executorNode, plannerNode } from './plugin';

/** One capability of a pipeline, in the order of the run. */
export interface Block {
  readonly capability: string;
  /** Its groups; one in all forms but `capabilities`. */
  readonly groups: readonly Fields[];
}

/** The blocks as nodes; what stands between the two marks of an iterative block is the body of a LOOP. */
export function nodesOfBlocks(blocks: readonly Block[], around: Around): readonly JsonObject[] {
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
    ...sourceOf({ marks: marksOf(marks, id, around) }),
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
      ...sourceOf({ groups: true, block: capability }),
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
  const node = executorNode(PLAN_EXECUTOR, around, null, { ...block, group: group.leftovers() });
  const called = group.peek('children');
  const children: readonly Json[] = Array.isArray(called) ? called : [];
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
  const list = Array.isArray(children) ? children : [];
  const [only] = list;
  if (list.length > 1 || group.peek('condition') !== undefined || group.peek('iterator') !== undefined)
    return null;
  if (only === undefined || typeof only === 'string') {
    const asked = only === undefined || only === PLANNER ? around.names.pluginOf(PLANNER) : only;
    const node = plannerNode(PLANNER, asked, around, null, { ...block, group: group.leftovers() });
    nameKept(group, node.id, 'group', around, ['children']);
    return node;
  }
  if (!isJsonObject(only) || typeof only.name !== 'string' || only.type === 'GROUP') return null;
  const plugin = new Fields(only, below(group.path, 'children', 0), around.report);
  plugin.take('type');
  plugin.take('name');
  const { children: _one, ...rest } = group.leftovers();
  const node = plannerNode(
    PLANNER,
    only.name === PLANNER ? around.names.pluginOf(PLANNER) : only.name,
    around,
    plugin,
    {
      ...block,
      ...(Object.keys(rest).length === 0 ? {} : { group: rest }),
      plugin: only.name,
    },
  );
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
  for (const key of Object.keys(group.leftovers())) {
    if (key === 'executionMode' || read.includes(key)) continue;
    const at = `${plan} ${node ?? ''} source.engine.${under}.${key}`;
    report.kept(below(group.path, key), at, reasonFor(key));
  }
}
