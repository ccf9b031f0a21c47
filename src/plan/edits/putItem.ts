import { type Json, LIMITS, ok } from '#base';
import { readShape } from '../read/read';
import type { Workspace } from '../schema/workspace';
import type { Applied, Edit, PutItem } from './edit';
import { type ItemList, type ItemOf, schemaOfList } from './lists';
import { misfit } from './refusal';

export function putItem(workspace: Workspace, edit: PutItem): Applied {
  const { list, item } = edit;
  const items: readonly ItemOf<ItemList>[] = workspace[list];
  const at = items.findIndex((one) => one.id === item.id);
  const index = edit.index ?? items.length;
  if (index < 0 || index > items.length) return misfit(`There is no place ${index} in ${list}.`);
  const changed = at < 0 ? items.toSpliced(index, 0, item) : items.with(at, item);
  // The list is a key of the workspace.
  const levels = LIMITS.jsonDepth - 1;
  const read = readShape(schemaOfList(list), JSON.parse(JSON.stringify(changed)) as Json, {}, levels);
  if (!read.ok) return misfit(read.problem[0]?.message ?? 'The item is not valid.');
  const before = items[at];
  const inverse = before
    ? { edit: 'put-item', list, item: before }
    : { edit: 'remove-item', list, id: item.id };
  return ok({ workspace: { ...workspace, [list]: read.value }, inverse: inverse as Edit });
}
