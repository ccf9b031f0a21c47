import type { ModelSpec } from '#plan';
import { type Host, type LedgerStore, systemClock, systemIds, unconnectedAmong } from '#runtime';
import { documentsOfPage, sqlOfPage, stepsOfPage } from '../state/services';
import type { Session } from '../state/session';
import { filledBy, modelsOfPage, slotStanding } from '../state/slots';

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
  const [models, { describeDocuments, stepsInWorker, withMade, withStepsAside }] = await Promise.all([
    modelsOfPage(session, recorded),
    import('#capabilities'),
  ]);
  const { storage } = session;
  const { vault } = storage;
  const capabilities = withStepsAside(session.capabilities, () => stepsOfPage(storage, stepsInWorker));
  return {
    clock: systemClock,
    ids: systemIds,
    ledger,
    capabilities: withMade(capabilities, session.editor.workspace),
    models,
    unconnected: unconnectedAmong(models.list, (slot) => slotStanding(session, slot)),
    addressOf: (slot) => filledBy(session, slot)?.url ?? null,
    hasConnections: () => vault.list.length > 0,
    onConnect: (listener) => vault.subscribe(listener),
    describe: describeDocuments,
    blobs: storage.blobs,
    sessions: storage.sessions.of(session.id),
    sql: sqlOfPage(),
    documents: documentsOfPage(storage),
    onFile: (listener) =>
      storage.onChange((kept) => {
        if (kept.includes('blobs')) listener();
      }),
    secrets: () => vault.secrets(),
    online,
    ended: (runId, signal) => storage.runs.ended(runId, signal),
  };
}

/** Resolves when the browser says that there is a network: at once where it has not said otherwise. */
function online(): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }));
}
