import { useStored } from '../state/services';
import { useDocument, useSession } from '../state/session';
import { listRuns } from './listRuns';
import { type NamedSession, namedSessions, sessionsOf } from './placement';

const NONE: readonly string[] = [];

/** The sessions of this workspace: those that its document names, that runs belong to, and of which something is kept. */
export function useSessions(): readonly NamedSession[] {
  const { id } = useSession();
  const { data: runs = [] } = useStored(['runs', id], (storage) => listRuns(storage.runs, id));
  const { data: kept = NONE } = useStored(['sessions', id], (storage) => storage.sessions.list(id));
  const entries = useDocument(({ workspace }) => workspace.sessions);
  return namedSessions(entries, [...sessionsOf(runs), ...kept]);
}
