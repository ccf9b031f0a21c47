import { useStored } from '../state/services';
import { useDocument, useSession } from '../state/session';
import { listRuns } from './listRuns';
import { sessionsOf } from './placement';

const NONE: readonly string[] = [];

/** Ids of the sessions of this workspace: those that its document names, that runs belong to, and of which something is kept. */
export function useSessions(): readonly string[] {
  const { id } = useSession();
  const { data: runs = [] } = useStored(['runs', id], (storage) => listRuns(storage.runs, id));
  const { data: kept = NONE } = useStored(['sessions', id], (storage) => storage.sessions.list(id));
  const named = useDocument(({ workspace }) => workspace.sessions);
  const ids = named.flatMap(({ id: one }) => (typeof one === 'string' ? [one] : []));
  return [...new Set([...ids, ...sessionsOf(runs), ...kept])].sort();
}
