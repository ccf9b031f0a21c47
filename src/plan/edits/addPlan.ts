import { ok } from '#base';
import { readPlan } from '../read/read';
import type { Workspace } from '../schema/workspace';
import type { AddPlan, Applied } from './edit';
import { withLayout } from './layout';
import { misfit } from './refusal';

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
