import { type Json, ok } from '#base';
import { readPlan } from '../read/read';
import type { Workspace } from '../schema/workspace';
import type { Applied, UpdatePlan } from './edit';
import { withPlan } from './inPlan';
import { withLayout } from './layout';
import { misfit } from './refusal';

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
