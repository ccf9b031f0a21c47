import type { ModelSpec } from '#plan';
import { type Host, type LedgerStore, systemClock, systemIds, unconnectedAmong } from '#runtime';
import { documentsOfPage } from '../state/documentsOfPage';
import { modelsOfPage } from '../state/modelsOfPage';
import type { Session } from '../state/session';
import { connectedBy } from '../state/slots';
import { sqlOfPage } from '../state/sqlOfPage';

/**
 * The outside that runs of this page may use: its clock, its storage, its models and capabilities.
 *
 * @param recorded the models of a run that goes on
 */
export async function hostOfPage(
  session: Session,
  ledger: LedgerStore,
  recorded: readonly ModelSpec[] = [],
): Promise<Host> {
  const [models, { describeDocuments, withMade }] = await Promise.all([
    modelsOfPage(session, recorded),
    import('#capabilities'),
  ]);
  const { vault } = session.storage;
  return {
    clock: systemClock,
    ids: systemIds,
    ledger,
    capabilities: withMade(session.capabilities, session.editor.workspace),
    models,
    unconnected: unconnectedAmong(models.list, (slot) => connectedBy(session, slot) !== null),
    hasConnections: () => vault.list.length > 0,
    onConnect: (listener) => vault.subscribe(listener),
    describe: describeDocuments,
    blobs: session.storage.blobs,
    sql: sqlOfPage(),
    documents: documentsOfPage(session.storage),
    onFile: (listener) =>
      session.storage.onChange((kept) => {
        if (kept.includes('blobs')) listener();
      }),
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
