import { isJsonObject, type JsonObject } from '#base';
import { chainOf } from '#plan';
import { Fields } from '../../common/fields';
import { below } from '../../common/report';
import { LOOP_END, LOOP_START, PLAN_EXECUTOR, PLANNER } from '../words';
import { type Around, sourceOf } from './around';
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
  const start = blocks.findIndex(({ capability }) => capability === LOOP_START);
  const end = blocks.findIndex(({ capability }) => capability === LOOP_END);
  if (start < 0 || end < start) return blocks.flatMap((block) => blockNodes(block, around));
  return [
    ...blocks.slice(0, start).flatMap((block) => blockNodes(block, around)),
    loopOf(blocks.slice(start, end + 1), around),
    ...blocks.slice(end + 1).flatMap((block) => blockNodes(block, around)),
  ];
}

function loopOf(blocks: readonly Block[], around: Around): JsonObject {
  const id = around.ids.mint(LOOP_START, 'loop');
  const [mark] = blocks;
  const nodes = blocks.flatMap((block) => (isEmptyMark(block) ? [] : blockNodes(block, around)));
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
    ...sourceOf({ marks: marksOf(blocks) }),
  };
}

/** The groups of the two marks as they stood, but for what runs. */
function marksOf(blocks: readonly Block[]): JsonObject {
  const marks = blocks
    .filter(isEmptyMark)
    .flatMap(({ capability, groups }) => groups.map((group) => [capability, group.leftovers()] as const));
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
  if (groups.length === 0) return [];
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
  if (capability === PLAN_EXECUTOR)
    return executorNode(capability, around, null, { ...block, group: wholeOf(group) });
  if (capability === PLANNER) {
    const planner = plannerBlock(group, around, block);
    if (planner !== null) return planner;
  }
  return groupNode(group, around, said !== undefined, { capability });
}

/** A PLANNER of one plugin, or of none, is one PLANNER; of several, their group. */
function plannerBlock(group: Fields, around: Around, block: JsonObject): JsonObject | null {
  const children = group.peek('children');
  const list = Array.isArray(children) ? children : [];
  const [only] = list;
  if (list.length > 1 || group.peek('condition') !== undefined || group.peek('iterator') !== undefined)
    return null;
  if (only === undefined)
    return plannerNode(PLANNER, around.names.pluginOf(PLANNER), around, null, {
      ...block,
      group: wholeOf(group),
    });
  if (typeof only === 'string')
    return plannerNode(PLANNER, only, around, null, { ...block, group: wholeOf(group) });
  if (!isJsonObject(only) || typeof only.name !== 'string' || only.type === 'GROUP') return null;
  const plugin = new Fields(only, below(group.path, 'children', 0), around.report);
  plugin.take('type');
  plugin.take('name');
  const { children: _one, ...rest } = wholeOf(group);
  return plannerNode(
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
}

function wholeOf(fields: Fields): JsonObject {
  return fields.leftovers();
}
