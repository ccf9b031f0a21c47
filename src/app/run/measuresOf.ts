import type { ModelMeasure } from '#kernel';
import type { ModelSpec } from '#plan';
import { measuresFor } from '#projection';
import type { Session } from '../state/session';

/** P7: what the person's own attempts say of these models. A run begins without where storage refuses to tell. */
export async function measuresOf(
  { id, storage }: Session,
  models: readonly ModelSpec[],
): Promise<readonly ModelMeasure[]> {
  if (models.length < 2) return [];
  try {
    return measuresFor(await storage.runs.attempts(), id, models);
  } catch {
    return [];
  }
}
