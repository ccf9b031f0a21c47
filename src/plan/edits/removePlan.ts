import { ok } from '#base';
import type { Workspace } from '../schema/workspace';
import type { Applied, RemovePlan } from './edit';
import { withLayout } from './layout';
import { misfit } from './refusal';

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
