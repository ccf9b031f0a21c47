import { ok } from '#base';
import { placeSchema, type Workspace } from '../schema/workspace';
import type { Applied, PlaceNodes } from './edit';
import { placesOf, withPlaces } from './layout';
import { misfit } from './refusal';

export function placeNodes(workspace: Workspace, edit: PlaceNodes): Applied {
  if (!workspace.plans.some(({ id }) => id === edit.plan))
    return misfit(`There is no plan "${edit.plan}".`, { plan: edit.plan });
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
