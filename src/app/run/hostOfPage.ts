import { type Host, type LedgerStore, systemClock, systemIds } from '#runtime';
import type { Session } from '../state/session';

/** The outside that runs of this page may use: its clock, its storage, its models and capabilities. */
export async function hostOfPage(session: Session, ledger: LedgerStore): Promise<Host> {
  const [{ openModels }, { describeDocuments, withMade }] = await Promise.all([
    import('#models'),
    import('#capabilities'),
  ]);
  const { vault } = session.storage;
  return {
    clock: systemClock,
    ids: systemIds,
    ledger,
    capabilities: withMade(session.capabilities, session.editor.workspace),
    models: openModels(session.editor.workspace.models, (connection) =>
      vault.resolve(session.id, connection),
    ),
    describe: describeDocuments,
    secrets: () => vault.secrets(),
    ended: (runId, signal) => session.storage.runs.ended(runId, signal),
  };
}
