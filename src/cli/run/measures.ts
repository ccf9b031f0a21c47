import type { ModelMeasure } from '#kernel';
import type { Workspace } from '#plan';
import { attemptsIn, measuresFor } from '#projection';
import type { Given } from '../command';
import { readLedgerFile } from './openLedger';

/** P7: what the ledgers of `--measured` say of the models of a workspace. */
export async function readMeasures(
  given: Given,
  { id, models }: Workspace,
): Promise<readonly ModelMeasure[]> {
  const ledgers = await Promise.all(given.all('measured').map(readLedgerFile));
  return measuresFor(
    ledgers.flatMap((commits) => attemptsIn(commits, id)),
    id,
    models,
  );
}
