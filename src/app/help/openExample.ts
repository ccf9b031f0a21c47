import { readLedger } from '#kernel';
import type { Workspace } from '#plan';
import { project } from '#projection';
import { findWorkspace, keepWorkspace } from '../library/placeWorkspace';
import type { Place } from '../state/address';
import { storageOfPage } from '../state/services';
import { recordedRun } from './pages';

/**
 * Keeps the example of a page, with its recorded run where it needs a model (L1). Both ship with the app, as the templates
 * do (T1); the run is marked as one that was not executed here (D8).
 *
 * @returns where it is to be seen
 */
export async function openExample(workspace: Workspace, page: string): Promise<Partial<Place>> {
  const id = (await findWorkspace(workspace)) ?? (await keepWorkspace(workspace, true));
  const run = await keepRun(id, page);
  return { workspace: id, run };
}

async function keepRun(workspace: string, page: string): Promise<string | null> {
  const text = await recordedRun(page);
  const read = text === null ? null : readLedger(text);
  if (!read?.ok) return null;
  const { started } = project(read.value, 1);
  const plan = started?.closure.plans[0];
  if (!started || !plan) return null;
  const { runs } = await storageOfPage();
  await runs.import(read.value, { workspace, plan: plan.id, planName: plan.name ?? plan.id });
  return started.runId;
}
