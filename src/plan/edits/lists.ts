import type { z } from '../fields/inspect';
import { type Workspace, workspaceSchema } from '../schema/workspace';

/** The lists of a workspace whose items have an id and are edited as wholes. */
export const ITEM_LISTS = [
  'prompts',
  'capabilities',
  'models',
  'connections',
  'planners',
  'parsers',
  'features',
  'documents',
  'sessions',
] as const;

export type ItemList = (typeof ITEM_LISTS)[number];
export type ItemOf<List extends ItemList> = Workspace[List][number];

/** The schema of one list, as a whole. */
export function schemaOfList(list: ItemList): z.ZodType<readonly ItemOf<ItemList>[]> {
  return workspaceSchema.shape[list].unwrap();
}
