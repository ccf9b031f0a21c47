import { type Diagnostic, type Json, jsonOf, LIMITS, ok, own, type Result } from '#base';
import { readPlan, readShape } from '../read/read';
import {
  type ItemList,
  type ItemOf,
  schemaOfItem,
  schemaOfList,
  type Workspace,
  workspaceSchema,
} from '../schema/workspace';
import type {
  AddPlan,
  Applied,
  Edit,
  PutItem,
  RemoveItem,
  RemovePlan,
  RenameWorkspace,
  ReplaceWorkspace,
  SetPolicies,
  UpdatePlan,
} from './edit';
import { misfit, planIn, withLayout, withPlan } from './inPlan';

export function renameWorkspace(workspace: Workspace, edit: RenameWorkspace): Applied {
  const name = workspaceSchema.shape.name.safeParse(edit.name);
  if (!name.success) return misfit('The name is not valid.', { field: '/name' });
  return ok({
    workspace: { ...workspace, name: name.data },
    inverse: { edit: 'rename-workspace', name: workspace.name },
  });
}

export function replaceWorkspace(workspace: Workspace, edit: ReplaceWorkspace): Applied {
  return ok({
    workspace: { ...edit.workspace, id: workspace.id },
    inverse: { edit: 'replace-workspace', workspace },
  });
}

export function setPolicies(workspace: Workspace, edit: SetPolicies): Applied {
  const policies = workspaceSchema.shape.policies.safeParse(edit.policies);
  if (!policies.success) return misfit('The policies are not valid.', { field: '/policies' });
  return ok({
    workspace: { ...workspace, policies: policies.data },
    inverse: { edit: 'set-policies', policies: workspace.policies },
  });
}

export function addPlan(workspace: Workspace, edit: AddPlan): Applied {
  const where = { plan: edit.plan.id };
  const plan = readPlan(jsonOf(edit.plan));
  if (!plan.ok) return misfit(plan.problem[0]?.message ?? 'The plan is not valid.', where);
  if (workspace.plans.some((one) => one.id === edit.plan.id))
    return misfit('There is a plan with that id already.', where);
  const index = edit.index ?? workspace.plans.length;
  if (index < 0 || index > workspace.plans.length)
    return misfit(`There is no place ${index} among the plans.`, where);
  const next = { ...workspace, plans: workspace.plans.toSpliced(index, 0, plan.value) };
  return ok({
    workspace: edit.layout === undefined ? next : withLayout(next, plan.value.id, { ...edit.layout }),
    inverse: { edit: 'remove-plan', plan: plan.value.id },
  });
}

export function removePlan(workspace: Workspace, edit: RemovePlan): Applied {
  const found = planIn(workspace, edit.plan);
  if (!found.ok) return found;
  const plan = found.value;
  const index = workspace.plans.indexOf(plan);
  return ok({
    workspace: withLayout({ ...workspace, plans: workspace.plans.toSpliced(index, 1) }, plan.id, {}),
    inverse: { edit: 'add-plan', plan, index, layout: own(workspace.layout, plan.id) ?? {} },
  });
}

const FIXED = ['kind', 'nodes', 'edges'];

export function updatePlan(workspace: Workspace, edit: UpdatePlan): Applied {
  const where = { plan: edit.plan };
  const found = planIn(workspace, edit.plan);
  if (!found.ok) return found;
  const plan = found.value;
  const changes = Object.entries(edit.to as { readonly [key: string]: Json });
  if (changes.some(([key]) => FIXED.includes(key)))
    return misfit('Nodes and edges have edits of their own.', where);
  const fields = new Map(Object.entries(plan as { readonly [key: string]: Json }));
  const before = changes.map(([key]) => [key, fields.get(key) ?? null] as const);
  for (const [key, value] of changes) {
    if (value === null) fields.delete(key);
    else fields.set(key, value);
  }
  const next = readPlan(jsonOf(Object.fromEntries(fields)));
  if (!next.ok) return misfit(next.problem[0]?.message ?? 'The plan is not valid.', where);
  const { id } = next.value;
  if (id !== plan.id && workspace.plans.some((one) => one.id === id)) {
    return misfit(`There is a plan "${id}" already.`, where);
  }
  return ok({
    workspace: layoutRenamed(withPlan(workspace, next.value, plan.id), plan.id, id),
    inverse: { edit: 'update-plan', plan: id, to: Object.fromEntries(before) },
  });
}

function layoutRenamed(workspace: Workspace, from: string, to: string): Workspace {
  const places = own(workspace.layout, from);
  return from === to || !places ? workspace : withLayout(withLayout(workspace, from, {}), to, places);
}

export function putItem(workspace: Workspace, edit: PutItem): Applied {
  const { list, item } = edit;
  const items: readonly ItemOf<ItemList>[] = workspace[list];
  const at = items.findIndex((one) => one.id === item.id);
  const index = edit.index ?? items.length;
  if (index < 0 || index > items.length) return misfit(`There is no place ${index} in ${list}.`);
  const changed = at < 0 ? items.toSpliced(index, 0, item) : items.with(at, item);
  // The list is a key of the workspace.
  const levels = LIMITS.jsonDepth - 1;
  const read = readShape(schemaOfList(list), changed.map(jsonOf), {}, levels);
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
