import { type Host, type LedgerStore, systemClock, systemIds, unconnectedAmong } from '#runtime';
import { modelsOfPage } from '../state/modelsOfPage';
import type { Session } from '../state/session';

/** The outside that runs of this page may use: its clock, its storage, its models and capabilities. */
export async function hostOfPage(session: Session, ledger: LedgerStore): Promise<Host> {
  const [models, { describeDocuments, withMade }] = await Promise.all([
    modelsOfPage(session),
    import('#capabilities'),
  ]);
  const { vault } = session.storage;
  return {
    clock: systemClock,
    ids: systemIds,
    ledger,
    capabilities: withMade(session.capabilities, session.editor.workspace),
    models,
    unconnected: unconnectedAmong(models.list, (slot) => vault.picked(session.id, slot) !== null),
    onConnect: (listener) => vault.subscribe(listener),
    describe: describeDocuments,
    secrets: () => vault.secrets(),
    online,
    ended: (runId, signal) => session.storage.runs.ended(runId, signal),
  };
}

/** Resolves when the browser says that there is a network: at once where it has not said otherwise. */
function online(): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }));
}
