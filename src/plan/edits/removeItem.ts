import { ok } from '#base';
import type { ItemList, ItemOf, Workspace } from '../schema/workspace';
import type { Applied, Edit, RemoveItem } from './edit';
import { misfit } from './refusal';

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
