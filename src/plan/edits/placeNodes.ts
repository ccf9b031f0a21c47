import { ok } from '#base';
import { placeSchema, type Workspace } from '../schema/workspace';
import type { Applied, PlaceNodes } from './edit';
import { planToEdit } from './inPlan';
import { placesOf, withPlaces } from './layout';
import { misfit } from './refusal';

export function placeNodes(workspace: Workspace, edit: PlaceNodes): Applied {
  const plan = planToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  for (const [node, place] of Object.entries(edit.places)) {
    if (place !== null && !placeSchema.safeParse(place).success) {
      return misfit(`The place of "${node}" is not valid.`, { plan: edit.plan, node });
    }
  }
  const before = placesOf(workspace, edit.plan, Object.keys(edit.places));
  return ok({
    workspace: withPlaces(workspace, edit.plan, edit.places),
    inverse: { edit: 'place-nodes', plan: edit.plan, places: before },
  });
}
