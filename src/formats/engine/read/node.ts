import { isJsonObject, type Json, type JsonObject } from '#base';
import { Fields } from '../../common/fields';
import type { Path } from '../../common/report';
import type { Around } from './around';
import { groupNode } from './group';
import { pluginNamed, pluginNode } from './plugin';

/** One child: a plugin or a group as an object, or a plugin by its bare name. Null where it is neither (and was said). */
export function nodeOf(value: Json, path: Path, around: Around): JsonObject | null {
  if (typeof value === 'string') return pluginNamed(value, path, around);
  if (isJsonObject(value)) return nodeIn(new Fields(value, path, around.report), around);
  return refuse('STEP_UNREADABLE', 'This is neither a plugin nor a group.', path, around);
}

export function nodeIn(fields: Fields, around: Around): JsonObject | null {
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
