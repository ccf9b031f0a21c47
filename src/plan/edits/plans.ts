import { type Json, ok } from '#base';
import { readPlan } from '../read/read';
import type { Workspace } from '../schema/workspace';
import type { AddPlan, Applied, RemovePlan, UpdatePlan } from './edit';
import { misfit, withPlan } from './inPlan';
import { withLayout } from './layout';

export function addPlan(workspace: Workspace, edit: AddPlan): Applied {
  const where = { plan: edit.plan.id };
  const plan = readPlan(JSON.parse(JSON.stringify(edit.plan)));
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
  const index = workspace.plans.findIndex((plan) => plan.id === edit.plan);
  const plan = workspace.plans[index];
  if (!plan) return misfit(`There is no plan "${edit.plan}".`, { plan: edit.plan });
  const layout = Object.entries(workspace.layout).find(([id]) => id === plan.id)?.[1] ?? {};
  return ok({
    workspace: withLayout({ ...workspace, plans: workspace.plans.toSpliced(index, 1) }, plan.id, {}),
    inverse: { edit: 'add-plan', plan, index, layout },
  });
}

const FIXED = ['kind', 'nodes', 'edges'];

export function updatePlan(workspace: Workspace, edit: UpdatePlan): Applied {
  const where = { plan: edit.plan };
  const plan = workspace.plans.find((one) => one.id === edit.plan);
  if (!plan) return misfit(`There is no plan "${edit.plan}".`, where);
  const changes = Object.entries(edit.to as { readonly [key: string]: Json });
  if (changes.some(([key]) => FIXED.includes(key)))
    return misfit('Nodes and edges have edits of their own.', where);
  const fields = new Map(Object.entries(plan as { readonly [key: string]: Json }));
  const before = changes.map(([key]) => [key, fields.get(key) ?? null] as const);
  for (const [key, value] of changes) {
    if (value === null) fields.delete(key);
    else fields.set(key, value);
  }
  const next = readPlan(JSON.parse(JSON.stringify(Object.fromEntries(fields))));
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
  const places = Object.entries(workspace.layout).find(([id]) => id === from)?.[1];
  return from === to || !places ? workspace : withLayout(withLayout(workspace, from, {}), to, places);
}
