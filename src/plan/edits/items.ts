import { type Diagnostic, type Json, LIMITS, ok, type Result } from '#base';
import { readShape } from '../read/read';
import { type ItemList, type ItemOf, schemaOfItem, schemaOfList, type Workspace } from '../schema/workspace';
import type { Applied, Edit, PutItem, RemoveItem } from './edit';
import { misfit } from './inPlan';

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

/** The edit that puts an item as it is written; its schema says why it is none. */
export function readPutItem(list: ItemList, item: Json): Result<PutItem, readonly Diagnostic[]> {
  const read = readShape(schemaOfItem(list), item);
  // The schema of a list reads items of that list: TypeScript does not follow the pair.
  return read.ok ? ok({ edit: 'put-item', list, item: read.value } as PutItem) : read;
}

export function removeItem(workspace: Workspace, edit: RemoveItem): Applied {
  const items: readonly ItemOf<ItemList>[] = workspace[edit.list];
  const index = items.findIndex((one) => one.id === edit.id);
  const item = items[index];
  if (!item) return misfit(`There is no "${edit.id}" in ${edit.list}.`);
  const inverse = { edit: 'put-item', list: edit.list, item, index };
  return ok({
    workspace: { ...workspace, [edit.list]: items.toSpliced(index, 1) },
    inverse: inverse as Edit,
  });
}
