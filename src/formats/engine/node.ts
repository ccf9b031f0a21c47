import { isJsonObject, type Json, type JsonObject } from '#base';
import { type ByType, byType, type NodeOf, type PlanNode } from '#plan';
import { Fields } from '../common/fields';
import type { Path } from '../common/report';
import { type Around, childrenOf, engineOf, type Writing } from './around';
import { sequenceOf } from './conditional';
import { groupNode, groupToTheirs } from './group';
import { capabilityToTheirs, executorToTheirs, plannerToTheirs, pluginNamed, pluginNode } from './plugin';

/** One child: a plugin or a group as an object, or a plugin by its bare name. Null where it is neither (and was said). */
export function nodeOf(value: Json, path: Path, around: Around): JsonObject | null {
  if (typeof value === 'string') return pluginNamed(value, path, around);
  if (isJsonObject(value)) return nodeIn(new Fields(value, path, around.report), around);
  return refuse('STEP_UNREADABLE', 'This is neither a plugin nor a group.', path, around);
}

function nodeIn(fields: Fields, around: Around): JsonObject | null {
  const type = fields.word('type')?.toUpperCase();
  if (type === 'PLUGIN' || type === 'STAGE') return pluginNode(fields, around, type);
  if (type === 'GROUP') return groupNode(fields, around);
  // Groups of the `capabilities` form have no type: they are known by what only a group has.
  if (type === undefined && GROUP_KEYS.some((key) => fields.peek(key) !== undefined))
    return groupNode(fields, around, false);
  if (type === undefined && fields.peek('name') !== undefined) return pluginNode(fields, around, 'PLUGIN');
  const said = type === undefined ? 'has no type' : `has the type "${type}"`;
  return refuse(
    'NODE_TYPE_UNKNOWN',
    `This node ${said}, which is neither GROUP nor PLUGIN.`,
    fields.path,
    around,
  );
}

const GROUP_KEYS = ['executionMode', 'children', 'condition', 'iterator', 'thenChildren', 'thenGroup'];

function refuse(code: string, message: string, path: Path, { report }: Around): null {
  report.error(
    code,
    message,
    'Write {"type": "PLUGIN", "name": …} or {"type": "GROUP", "children": […]}.',
    path,
  );
  return null;
}

/** What there is a counterpart for; null where it was named that there is none. */
const COUNTERPARTS: ByType<[writing: Writing], JsonObject | string | null> = {
  CAPABILITY: capabilityToTheirs,
  PLANNER: plannerToTheirs,
  PLAN_EXECUTOR: executorToTheirs,
  GROUP: groupToTheirs,
  LOOP: loopToTheirs,
  END: endToTheirs,
};

/** A node as a plugin or a group of theirs; null where there is none, which was named. */
export function nodeToTheirs(node: PlanNode, writing: Writing): JsonObject | string | null {
  const theirs = byType(COUNTERPARTS, node, writing);
  return theirs === undefined ? leftOut(node, writing) : theirs;
}

function leftOut({ id, type }: PlanNode, { left }: Writing): null {
  left.add(id, '/type', `An engine configuration has no ${type}: "${id}" is left out.`);
  return null;
}

/** What ends with its scope and gives nothing says nothing. */
function endToTheirs(end: NodeOf<'END'>, writing: Writing): null {
  const { result, ends = 'scope' } = end.params ?? {};
  return result === undefined && ends === 'scope' ? null : leftOut(end, writing);
}

/** Away from a pipeline's own order only an iterator makes a loop, and it says no test. */
function loopToTheirs(loop: NodeOf<'LOOP'>, writing: Writing): JsonObject | null {
  const { iterator } = engineOf(loop);
  writing.left.fields(loop, []);
  nameTests(loop, writing);
  const nodes = sequenceOf(loop.body, writing.left, loop.id);
  const [only] = nodes;
  const said = { iterator: typeof iterator === 'string' ? iterator : `${loop.id}.iterator` };
  if (only?.type === 'GROUP' && nodes.length === 1) return { ...groupToTheirs(only, writing), ...said };
  return { type: 'GROUP', executionMode: 'SYNC', ...said, children: childrenOf(nodes, writing) };
}

/** `until: "true"`, one round, is what an import writes where nothing was said. */
export function nameTests({ id, params }: NodeOf<'LOOP'>, { left }: Writing): void {
  if (params.until === 'true' && params.while === undefined && params.maxIterations === 1) return;
  left.add(
    id,
    '/params',
    `An engine configuration has neither tests nor bounds: those of "${id}" are left out.`,
  );
}
